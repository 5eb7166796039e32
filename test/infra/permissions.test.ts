import { describe, expect, it } from 'vitest';
import { rowsOf, CHAPTERS } from '../../infra/functions/chapters.ts';
import type { Row } from '../../infra/functions/chapters.ts';
import { SECRET_PURPOSES } from '../../lib/footprint.ts';
import { LISTS_OF } from '../../lib/table/list-indexes.ts';
import { allowed, lambdaOf, many, ROWS } from './roles.ts';
import type { Statement } from './roles.ts';
import { referred, resources, synthesised } from './synthesised.ts';

const { stacks, template } = synthesised();
const idOf = (type: string, prefix: string) =>
  resources(template, type).find(([id]) => id.startsWith(prefix))?.[0] ?? `no ${prefix}`;

const READ = ['BatchGetItem', 'GetItem', 'Query'];
const WRITE = ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'];

/** `service:Action on resource if condition`, one line for each action. */
type Line = string;

const table = idOf('AWS::DynamoDB::GlobalTable', 'Table');
const bucket = idOf('AWS::S3::Bucket', 'DocumentsBucket');
const key = idOf('AWS::KMS::Key', 'Key');
const queueOf = (name: string) => idOf('AWS::SQS::Queue', `Queues${name.replaceAll('-', '')}Queue`);

/** Everything that a row's role has to be allowed, and nothing else. */
function wanted(row: Row): Line[] {
  const { name, sends, decrypts, encrypts, documents } = row;
  const log = idOf('AWS::Logs::LogGroup', `Functions${name.replaceAll(/\W/g, '')}Log`);
  const purpose = (purposes: readonly string[]) =>
    ` if {"StringEquals":{"kms:EncryptionContext:purpose":${JSON.stringify(purposes)}}}`;
  return [
    `logs:CreateLogStream on ${log}`,
    `logs:PutLogEvents on ${log}`,
    'xray:PutTelemetryRecords on *',
    'xray:PutTraceSegments on *',
    ...tableLines(row),
    ...(row.lists === 'none' ? [] : LISTS_OF[row.lists]).map(
      (index) => `dynamodb:Query on ${table}/index/${index}`,
    ),
    ...('due' in row && row.due ? [`dynamodb:Query on ${table}/index/due`] : []),
    ...sends.map((queue) => `sqs:SendMessage on ${queueOf(queue)}`),
    ...(decrypts.length > 0 ? [`kms:Decrypt on ${key}${purpose(decrypts)}`] : []),
    ...(encrypts.length > 0 ? [`kms:Encrypt on ${key}${purpose(encrypts)}`] : []),
    ...(documents === 'read' ? [`s3:GetObject on ${bucket}/*`] : []),
    ...(documents === 'write' ? [`s3:PutObject on ${bucket}/*`] : []),
    ...('triggeredBy' in row && row.triggeredBy !== 'schedule' && row.triggeredBy !== 'nightly'
      ? [
          'ChangeMessageVisibility',
          'DeleteMessage',
          'GetQueueAttributes',
          'GetQueueUrl',
          'ReceiveMessage',
        ].map((action) => `sqs:${action} on ${queueOf(row.triggeredBy)}`)
      : []),
  ].toSorted();
}

function tableLines(row: Row): Line[] {
  const { table: use } = row;
  if (use === 'none') return [];
  const on = (actions: readonly string[]) => actions.map((action) => `dynamodb:${action} on ${table}`);
  const under = (keys: string, actions: readonly string[]) =>
    on(actions).map(
      (line) =>
        `${line} if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["${keys}"]},"Null":{"dynamodb:LeadingKeys":"false"}}`,
    );
  if (use === 'checkouts') return under('C#*', ['BatchGetItem']);
  // A function that reads may count its callers' requests, and note the hour in which a key pair was used.
  const counted = use === 'write' ? on(WRITE) : under('L#*', ['PutItem', 'UpdateItem']);
  return [...on(READ), ...counted];
}

function linesOf(statements: readonly Statement[]): Line[] {
  return statements
    .flatMap(({ Action, Resource, Condition }) =>
      many(Action).flatMap((action) =>
        many(Resource).map(
          (resource) =>
            `${action} on ${nameOf(resource)}${Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`}`,
        ),
      ),
    )
    .toSorted();
}

/** The logical id that a resource means, with what a `Join` puts behind it. */
function nameOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const { 'Fn::Join': join } = resource as { 'Fn::Join'?: [string, unknown[]] };
  return join
    ? join[1].map((part) => (typeof part === 'string' ? part : referred(part))).join('')
    : referred(resource);
}

describe('permissions', () => {
  it.each(ROWS.map((row) => [row.name, row] as const))('of %s are what its row says', (name, row) => {
    expect(linesOf(allowed(template, name))).toEqual(wanted(row));
  });

  it('hold no wildcard action anywhere, but to refuse', () => {
    const documents = Object.values(template.Resources).flatMap(({ Properties = {} }) =>
      [Properties.PolicyDocument, Properties.KeyPolicy].filter((document) => document !== undefined),
    );
    const statements = documents.flatMap((document) => (document as { Statement: Statement[] }).Statement);
    const granted = statements
      .filter(({ Effect }) => Effect === 'Allow')
      .flatMap(({ Action }) => many(Action));
    expect(granted.length).toBeGreaterThan(100);
    expect(granted.filter((action) => action.includes('*'))).toEqual([]);
  });

  it('come to a function by its own role alone, with no managed policy', () => {
    const roles = resources(template, 'AWS::IAM::Role');
    expect(roles.length).toBeGreaterThan(ROWS.length);
    for (const [id, { Properties }] of roles) {
      expect(Properties.ManagedPolicyArns, id).toBeUndefined();
      expect(Properties.Policies, id).toBeUndefined();
    }
    const owned = resources(template, 'AWS::IAM::Policy').map(([, { Properties }]) =>
      (Properties.Roles as unknown[]).map(referred),
    );
    expect(new Set(owned.flat()).size).toBe(owned.flat().length);
  });

  it('let each secret be opened by somebody', () => {
    expect(new Set(ROWS.flatMap(({ decrypts }) => decrypts))).toEqual(new Set(SECRET_PURPOSES));
  });

  it('let releases move the functions of their own stack only', () => {
    for (const chapter of CHAPTERS.filter((each) => rowsOf(each).length > 0)) {
      const own = rowsOf(chapter).flatMap(({ name }) => {
        const { id, alias } = lambdaOf(template, name);
        return [id, alias];
      });
      const lambdas = resources(stacks.get(chapter)!, 'AWS::IAM::Policy')
        .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement)
        .filter(({ Action }) => many(Action).includes('lambda:UpdateAlias'))
        .flatMap((statement) => linesOf([statement]))
        .filter((line) => line.startsWith('lambda:UpdateAlias'));
      expect(lambdas, chapter).toEqual(own.map((id) => `lambda:UpdateAlias on ${id}`).toSorted());
    }
  });
});
