import { createServer, type ServerResponse } from 'node:http';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Poller } from '../../../local/queues/pollers.ts';
import { Groups } from '../../../local/queues/queue-record.ts';
import { startQueues } from '../../../local/queues/queues.ts';
import { REGION, Template } from '../../../local/template/template.ts';
import { startStub, writeAssembly } from './stub-cloud.ts';
import { stubTemplate } from './stub-template.ts';
import { listen } from '../../support/world/loopback.ts';

/** For what comes as soon as the machine has time for it. */
const PATIENCE_MS = 60_000;

interface Batch {
  readonly bodies: readonly string[];
  readonly done: () => void;
}

/** The queue of the stub stack and a poller that feeds whoever holds on to batches; messages are sent by group. */
async function fed(concurrency: number) {
  const template = new Template(writeAssembly(stubTemplate()), {});
  const queues = await startQueues(template, undefined, 'http://127.0.0.1:9');
  const groups = new Groups();
  const batches: Batch[] = [];
  const shape = { timeoutMs: 10_000 } as Poller['mapping']['pool']['shape'];
  const invoke = (event: unknown) =>
    new Promise<unknown>((resolve) => {
      const bodies = (event as { Records: { body: string }[] }).Records.map(({ body }) => body);
      batches.push({ bodies, done: () => resolve({ batchItemFailures: [] }) });
    });
  const mapping = { queue: 'Queue', queueArn: 'arn:aws:sqs:::Queue', batchSize: 10, partial: true };
  const poller = new Poller(
    { ...mapping, concurrency, visibilityMs: 60_000, pool: { invoke, shape } },
    queues,
    groups,
  );
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sqs = new SQSClient({ endpoint: queues.endpoint, region: REGION, credentials });
  onTestFinished(async () => {
    poller.stop();
    sqs.destroy();
    await queues.stop();
  });
  const send = async (group: string) => {
    const body = { MessageBody: group, MessageGroupId: group };
    const answer = await sqs.send(new SendMessageCommand({ QueueUrl: queues.urlOf('Queue'), ...body }));
    groups.sent(body, { MessageId: answer.MessageId });
  };
  return { poller, batches, send };
}

it('lets quiet groups overtake a group whose messages use all the processing time', async () => {
  const { poller, batches, send } = await fed(2);
  for (let i = 0; i < 40; i++) await send('loud');
  for (let i = 0; i < 3; i++) await send('quiet');
  poller.poke();
  await vi.waitFor(() => expect(batches).toHaveLength(2), PATIENCE_MS);
  expect(batches[0]?.bodies).toHaveLength(10);
  expect(batches[1]?.bodies).toEqual(['quiet', 'quiet', 'quiet']);
  batches.forEach(({ done }) => done());
  await vi.waitFor(() => expect(batches).toHaveLength(4), PATIENCE_MS);
  expect(new Set(batches.slice(2).flatMap(({ bodies }) => bodies))).toEqual(new Set(['loud']));
});

it('starts more workers for messages that wait for an external call, as many as the mapping allows', async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => void waiting.push(response));
  const { url, stop } = await listen(server);
  const cloud = await startStub();
  onTestFinished(async () => {
    await stop();
    await cloud.stop();
  });
  const call = `${url}/`;
  const send = (nth: number) => cloud.act({ send: { body: { id: `waits ${nth}`, call }, group: 'silent' } });
  for (let nth = 0; nth < 6; nth++) {
    await send(nth);
    await vi.waitFor(() => expect(waiting).toHaveLength(nth + 1), PATIENCE_MS);
  }
  await send(6);
  await send(7);
  expect(waiting).toHaveLength(6);
  await vi.waitFor(async () => {
    waiting.forEach((response) => response.end());
    expect(await cloud.printed('work')).toHaveLength(8);
  }, PATIENCE_MS);
});
