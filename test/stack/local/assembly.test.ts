import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readAssembly } from '../../../local/template/assembly.ts';
import { Template } from '../../../local/template/template.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function written(stacks: Record<string, object>): string {
  folder = mkdtempSync(join(tmpdir(), 'assembly-'));
  const artifacts = Object.fromEntries(
    Object.keys(stacks).map((name) => [name, { type: 'aws:cloudformation:stack' }]),
  );
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts }));
  for (const [name, stack] of Object.entries(stacks))
    writeFileSync(join(folder, `${name}.template.json`), JSON.stringify(stack));
  return folder;
}

const queue = { Type: 'AWS::SQS::Queue' };
const policy = (Queues: unknown[]) => ({ Type: 'AWS::SQS::QueuePolicy', Properties: { Queues } });

it('reads all stacks as one, and distinguishes resources of the same name in two of them', () => {
  const { resources } = readAssembly(
    written({
      'One-State': {
        Resources: { Own: queue, Same: queue, Policy: policy([{ Ref: 'Same' }, { Ref: 'Own' }]) },
      },
      Two: {
        Resources: {
          Same: queue,
          Said: policy([{ 'Fn::GetAtt': ['Same', 'Arn'] }, { 'Fn::Sub': '${Same.Arn}/${AWS::Region}' }]),
        },
      },
    }),
  );
  expect(Object.keys(resources).toSorted()).toEqual(['OneStateSame', 'Own', 'Policy', 'Said', 'TwoSame']);
  expect(resources.Policy?.Properties).toEqual({ Queues: [{ Ref: 'OneStateSame' }, { Ref: 'Own' }] });
  expect(resources.Said?.Properties).toEqual({
    Queues: [{ 'Fn::GetAtt': ['TwoSame', 'Arn'] }, { 'Fn::Sub': '${TwoSame.Arn}/${AWS::Region}' }],
  });
});

it('resolves the exports and outputs of another stack', () => {
  const exported = { Arn: { Value: { 'Fn::GetAtt': ['Q', 'Arn'] }, Export: { Name: 'State:Arn' } } };
  const template = new Template(
    written({
      State: { Resources: { Q: queue }, Outputs: exported },
      Api: {
        Resources: {
          P: policy([
            { 'Fn::ImportValue': 'State:Arn' },
            { 'Fn::GetStackOutput': { StackName: 'State', OutputName: 'Arn' } },
          ]),
        },
      },
    }),
    {},
  );
  template.name('Q', { ref: 'url', Arn: 'arn:of:q' });
  expect(template.properties('P')).toEqual({ Queues: ['arn:of:q', 'arn:of:q'] });
});

it('fails with a message where there is nothing to run', () => {
  expect(() => readAssembly(written({}))).toThrow('holds no synthesised stack');
});
