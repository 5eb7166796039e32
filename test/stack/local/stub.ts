import {
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2, SQSBatchResponse, SQSEvent } from 'aws-lambda';

/** What a test can have the function `api` do, one after another. */
export type Step =
  | { readonly put: { readonly pk: string; readonly sk: string; readonly dueAt?: number } }
  | { readonly get: { readonly pk: string; readonly sk: string } }
  | { readonly remove: { readonly pk: string; readonly sk: string } }
  | { readonly putTwo: readonly [string, string] }
  | { readonly queryDue: string }
  | { readonly send: { readonly body: unknown; readonly delay?: number; readonly group?: string } }
  | { readonly encrypt: { readonly text: string; readonly context: Record<string, string> } }
  | { readonly decrypt: { readonly blob: string; readonly context: Record<string, string> } }
  | { readonly tell: 'time' | 'environment' | 'context' }
  | { readonly wait: number }
  | { readonly fail: string };

/** The name of the error that a step ended with, or what it gave. */
export type StepResult = { readonly error: string } | { readonly gave: unknown };

const TableName = process.env.TABLE ?? '';
const table = new DynamoDBClient({ maxAttempts: 2 });
const queue = new SQSClient({});
const kms = new KMSClient({});

interface Context {
  readonly awsRequestId: string;
  readonly functionName: string;
  getRemainingTimeInMillis(): number;
}

export async function api(event: APIGatewayProxyEventV2, context: Context): Promise<unknown> {
  if (event.rawPath !== '/do') return { echo: event };
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : event.body;
  const results: StepResult[] = [];
  for (const step of JSON.parse(text ?? '[]') as Step[]) {
    if ('fail' in step) throw new Error(step.fail);
    results.push(
      await perform(step, context).then(
        (gave) => ({ gave }),
        (error: unknown) => ({ error: error instanceof Error ? error.name : String(error) }),
      ),
    );
  }
  console.log(JSON.stringify({ did: results.length }));
  return { results };
}

async function perform(step: Exclude<Step, { fail: string }>, context: Context): Promise<unknown> {
  if ('put' in step) {
    const { pk, sk, dueAt } = step.put;
    const due: Record<string, AttributeValue> =
      dueAt === undefined ? {} : { dueShard: { S: '3' }, dueAt: { N: String(dueAt) } };
    return table.send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, sk: { S: sk }, ...due } }));
  }
  if ('get' in step) return (await table.send(new GetItemCommand({ TableName, Key: keyOf(step.get) }))).Item;
  if ('remove' in step) return table.send(new DeleteItemCommand({ TableName, Key: keyOf(step.remove) }));
  if ('putTwo' in step) {
    const TransactItems = step.putTwo.map((pk) => ({ Put: { TableName, Item: keyOf({ pk, sk: 'A' }) } }));
    return table.send(new TransactWriteItemsCommand({ TransactItems }));
  }
  if ('queryDue' in step) return (await dueIn(step.queryDue)).length;
  if ('send' in step) {
    const { body, delay, group } = step.send;
    const message = { QueueUrl: process.env.QUEUE_URL, MessageBody: JSON.stringify(body) };
    const more = { DelaySeconds: delay, MessageGroupId: group };
    return (await queue.send(new SendMessageCommand({ ...message, ...more }))).MessageId;
  }
  if ('encrypt' in step) {
    const { text, context: EncryptionContext } = step.encrypt;
    const asked = { KeyId: process.env.KEY_ID, Plaintext: Buffer.from(text), EncryptionContext };
    const { CiphertextBlob = new Uint8Array() } = await kms.send(new EncryptCommand(asked));
    return Buffer.from(CiphertextBlob).toString('base64');
  }
  if ('decrypt' in step) {
    const { blob, context: EncryptionContext } = step.decrypt;
    const asked = { CiphertextBlob: Buffer.from(blob, 'base64'), EncryptionContext };
    return Buffer.from((await kms.send(new DecryptCommand(asked))).Plaintext ?? []).toString();
  }
  if ('wait' in step) return new Promise((resolve) => setTimeout(resolve, step.wait));
  if (step.tell === 'environment') return process.env;
  if (step.tell === 'time') return [Date.now(), new Date().toISOString()];
  return { ...context, left: context.getRemainingTimeInMillis() };
}

/** Calls, fails or throws as a message says, and tells of each one it was handed. */
export async function work({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures = [];
  for (const { messageId, body, attributes } of Records) {
    const asked = JSON.parse(body) as { id: string; fail?: number; crash?: number };
    const { id, fail = 0, crash = 0 } = asked;
    const received = Number(attributes.ApproximateReceiveCount);
    const group = (attributes as { MessageGroupId?: string }).MessageGroupId;
    console.log(JSON.stringify({ id, received, group, at: new Date(), together: Records.length }));
    if (received <= crash) throw new Error('the whole batch');
    if (received <= fail) batchItemFailures.push({ itemIdentifier: messageId });
  }
  return { batchItemFailures };
}

/** Removes what is due, and tells when. */
export async function sweep(): Promise<void> {
  for (const item of await dueIn('3')) {
    if (Number(item.dueAt?.N) > Date.now()) continue;
    console.log(JSON.stringify({ swept: item.sk?.S, at: new Date() }));
    if (item.pk?.S === 'STUCK') continue;
    await table.send(new DeleteItemCommand({ TableName, Key: { pk: item.pk!, sk: item.sk! } }));
  }
}

async function dueIn(shard: string) {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName,
      IndexName: 'due',
      KeyConditionExpression: '#shard = :shard',
      ExpressionAttributeNames: { '#shard': 'dueShard' },
      ExpressionAttributeValues: { ':shard': { S: shard } },
    }),
  );
  return Items;
}

function keyOf({ pk, sk }: { pk: string; sk: string }) {
  return { pk: { S: pk }, sk: { S: sk } };
}
