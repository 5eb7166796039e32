import type { Row } from '../../../infra/functions/chapters.ts';
import { LISTS_OF } from '../../../lib/table/list-indexes.ts';
import { stateNames } from './state-names.ts';
import type { StateNames } from './state-names.ts';
import { allow, attribute, pathOf } from './parts.ts';
import type { Place } from './parts.ts';

const READ = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const WRITE = ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'].map((use) => `dynamodb:${use}`);
const CONSUME = [
  ...['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'GetQueueUrl', 'ReceiveMessage'],
].map((use) => `sqs:${use}`);

/** Everything that the role of a row may do. */
export function grantsOf(row: Row, place: Place): object[] {
  const { bucket, key, queue, table } = stateNames(place);
  const { own } = place;
  const of = (purposes: readonly string[]) => ({
    Condition: { StringEquals: { 'kms:EncryptionContext:purpose': purposes } },
  });
  const indexes = [
    ...(row.lists === 'none' ? [] : LISTS_OF[row.lists]),
    ...('due' in row && row.due ? ['due'] : []),
  ];
  return [
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], attribute(own(`${pathOf(row.name)}Log`))),
    allow(['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], '*'),
    ...ofTable(row, table),
    ...indexes.map((index) => allow('dynamodb:Query', table.index(index))),
    ...row.sends.map((name) => allow('sqs:SendMessage', attribute(queue(name)))),
    ...(row.decrypts.length > 0 ? [allow('kms:Decrypt', key.arn, of(row.decrypts))] : []),
    ...(row.encrypts.length > 0 ? [allow('kms:Encrypt', key.arn, of(row.encrypts))] : []),
    ...ofBucket(row.documents, bucket),
    ...(row.restoreNotes ? [allow('s3:PutObject', bucket.notes)] : []),
    ...('triggeredBy' in row && row.triggeredBy !== 'schedule' && row.triggeredBy !== 'nightly'
      ? [allow(CONSUME, attribute(queue(row.triggeredBy)))]
      : []),
  ];
}

/** Logos have a prefix of their own, and whoever handles them sees no document. */
function ofBucket(use: Row['documents'], bucket: StateNames['bucket']): object[] {
  if (use === 'none') return [];
  const action = use === 'read' || use === 'readLogos' ? 's3:GetObject' : 's3:PutObject';
  return [allow(action, use === 'readLogos' || use === 'writeLogos' ? bucket.logos : bucket.objects)];
}

/** Who only reads may still count callers' requests; who reads keys only, reads nothing else. */
function ofTable({ table: use }: Row, { arn }: StateNames['table']): object[] {
  const only = (keys: string) => ({
    Condition: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [keys] },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
  if (use === 'none') return [];
  if (use === 'keys') return [allow('dynamodb:BatchGetItem', arn, only('C#'))];
  if (use === 'write') return [allow([...READ, ...WRITE], arn)];
  return [allow(READ, arn), allow(['dynamodb:PutItem', 'dynamodb:UpdateItem'], arn, only('L#*'))];
}
