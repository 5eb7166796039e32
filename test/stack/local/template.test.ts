import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { startLocalCloud } from '../../../local/local-cloud.ts';
import { nameResources } from '../../../local/template/names.ts';
import { Template } from '../../../local/template/template.ts';
import { writeAssembly } from './stub-cloud.ts';
import { stubTemplate, type Template as Json } from './stub-template.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the start says of the stub template after a change. */
async function refusal(change: (resources: Json['Resources']) => void): Promise<string> {
  const template = stubTemplate();
  change(template.Resources);
  folder = writeAssembly(template);
  const started = await startLocalCloud({ assembly: folder }).catch((error: unknown) => error);
  if (started instanceof Error) return started.message;
  throw new Error('the stack was accepted');
}

function resolved(value: unknown): unknown {
  folder = writeAssembly({ Resources: { Table: { Type: 'AWS::DynamoDB::Table' } } });
  const template = new Template(folder, { PayUrl: 'http://127.0.0.1:3002' });
  nameResources(template, { tableId: 'Table', tableName: 'billing', apiUrl: 'http://127.0.0.1:3000' });
  return template.resolve(value, 'Somewhere');
}

describe('an unsupported template element is one clear error', () => {
  it('a type of resource', async () => {
    expect(await refusal((r) => (r.Database = { Type: 'AWS::RDS::DBInstance' }))).toBe(
      'the local cloud does not know resources of type AWS::RDS::DBInstance (Database)',
    );
  });

  it('a condition', async () => {
    expect(await refusal((r) => (r.Dead!.Condition = 'InEurope'))).toBe(
      'the local cloud does not evaluate conditions such as InEurope (Dead)',
    );
  });
});

describe('a template that an account would refuse is refused', () => {
  it('an API that may not invoke its function', async () => {
    expect(await refusal((r) => delete r.ApiPermission)).toBe(
      'apigateway.amazonaws.com has no permission to invoke Api',
    );
  });

  it('a queue that feeds a function whose role may not receive', async () => {
    expect(await refusal((r) => delete r.WorkPolicy)).toBe(
      'the role of work does not allow ReceiveMessage on Queue, which feeds it',
    );
  });
});

describe('intrinsics', () => {
  it.each([
    [{ Ref: 'Table' }, 'billing'],
    [{ Ref: 'PayUrl' }, 'http://127.0.0.1:3002'],
    [{ Ref: 'AWS::Region' }, 'eu-central-1'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:eu-central-1:000000000000:table/billing'],
    [{ 'Fn::GetAtt': 'Table.Arn' }, 'arn:aws:dynamodb:eu-central-1:000000000000:table/billing'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Table' }]] }, 'a-billing'],
    [
      { 'Fn::Sub': '${Table} ${Table.Arn} ${!kept}' },
      'billing arn:aws:dynamodb:eu-central-1:000000000000:table/billing ${kept}',
    ],
    [{ 'Fn::Sub': ['${a}/${Table}', { a: { Ref: 'AWS::Partition' } }] }, 'aws/billing'],
    [{ 'Fn::Select': [1, { 'Fn::Split': [',', 'a,b,c'] }] }, 'b'],
    [{ a: { Ref: 'AWS::NoValue' }, b: [1, true] }, { b: [1, true] }],
  ])('are resolved: %j', (value, expected) => {
    expect(resolved(value)).toEqual(expected);
  });

  it.each([
    [{ 'Fn::FindInMap': ['x'] }, 'does not know the intrinsic Fn::FindInMap (Somewhere)'],
    [{ 'Fn::ImportValue': 'x' }, 'Somewhere imports x, which no stack exports'],
    [{ Ref: 'Nowhere' }, 'Somewhere refers to Nowhere'],
    [{ 'Fn::GetAtt': ['Table', 'Colour'] }, 'Somewhere asks for Table.Colour'],
  ])('are refused where they are unknown: %j', (value, words) => {
    expect(() => resolved(value)).toThrow(words);
  });
});
