import { createServer } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Documents } from '../../lib/documents/documents.ts';
import { s3Documents } from '../../lib/documents/s3.ts';
import type { Queue, Secrets } from '../../lib/runtime/app.ts';
import { sqsQueue } from '../../lib/queue/sqs.ts';
import { isTransient } from '../../lib/refusal.ts';
import { kmsSecrets } from '../../lib/runtime/secrets.ts';
import { list } from '../../lib/table/lists.ts';
import { dynamoTable } from '../../lib/table/dynamodb/table.ts';
import type { Table } from '../../lib/table/table.ts';
import { listen, type Loopback } from '../support/world/loopback.ts';

interface Ports {
  readonly table: Table;
  readonly secrets: Secrets;
  readonly queue: Queue;
  readonly documents: Documents;
}

let silent: Loopback;
let requests = 0;
let open = 0;
beforeEach(async () => {
  const server = createServer((_request, response) => {
    requests++;
    open++;
    response.on('close', () => open--);
  });
  [requests, open] = [0, 0];
  silent = await listen(server);
});
afterEach(() => silent.stop());

/** Everything of AWS that functions call, at a service that never answers, until `end`. */
function portsUntil(end: () => AbortSignal): Ports {
  const identity = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const client = { endpoint: silent.url, region: 'eu-central-1', credentials: identity };
  const now = () => 0;
  return {
    table: dynamoTable(new DynamoDBClient(client), 'billing', {
      ...{ newToken: () => 'token', end, wait: async () => undefined, jitter: () => 0 },
    }),
    secrets: kmsSecrets(new KMSClient(client), 'key', { now, end }),
    queue: sqsQueue(new SQSClient(client), `${silent.url}/1/queue`, end),
    documents: s3Documents({
      ...{ name: 'documents', region: 'eu-central-1', endpoint: silent.url, now, end },
      identity: () => ({ ...identity, sessionToken: undefined }),
    }),
  };
}

const AT = { pk: 'P', sk: 'S' };
const CONSISTENT = { consistent: true };
const CALLS: Readonly<Record<string, (ports: Ports) => Promise<unknown>>> = {
  'reading an item': ({ table }) => table.get(AT, CONSISTENT),
  'reading items': ({ table }) => table.getMany([AT], CONSISTENT),
  'a query': ({ table }) => table.query({ pk: 'P', ...CONSISTENT }),
  'a list': ({ table }) => table.list({ ...list.feed('tenant', 'EXPIRED'), limit: 1 }),
  'what is due': ({ table }) => table.due('event#1', 1, 1),
  'a put': ({ table }) => table.apply({ put: AT }),
  'an update': ({ table }) => table.apply({ update: AT, set: { n: 1 } }),
  'a deletion': ({ table }) => table.apply({ delete: AT }),
  'a transaction': ({ table }) => table.write([{ put: AT }]),
  encrypting: ({ secrets }) => secrets.encrypt('tenant', 'pay', 'text'),
  decrypting: ({ secrets }) => secrets.decrypt('tenant', 'pay', 'dGV4dA=='),
  'a message': ({ queue }) => queue.send([{ body: {}, group: 'tenant' }]),
  'a document': ({ documents }) => documents.put('tenant', 'invoice', Buffer.from('%PDF')),
};

it.each(Object.entries(CALLS))('%s that gets no answer ends with its invocation', async (_, call) => {
  const ending = new AbortController();
  const outcome = call(portsUntil(() => ending.signal)).catch((error: unknown) => error);
  await expect.poll(() => requests).toBe(1);
  ending.abort();
  const error = await outcome;
  expect(isTransient(error) || (error instanceof Error && error.name === 'NotStored')).toBe(true);
  await expect.poll(() => open).toBe(0);
  expect(requests).toBe(1);
});

it.each(Object.entries(CALLS))('%s is not begun once its invocation is over', async (_, call) => {
  await expect(call(portsUntil(() => AbortSignal.abort()))).rejects.toThrow();
  expect(requests).toBe(0);
});
