import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { startFauxqs } from 'fauxqs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { QUEUE_NAMES, type QueueName } from '../../../lib/footprint.ts';
import {
  SqsDeadLetters,
  type DeadLetterQueue,
  type DeadLetterQueues,
} from '../../../local/queues/dead-letters.ts';
import { openCli } from './io.ts';

const REGION = 'eu-central-1';

/** A desk at real queues, and a way to give messages up. */
async function opened() {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, defaultRegion: REGION });
  onTestFinished(() => server.stop());
  const endpoint = `http://127.0.0.1:${server.port}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sqs = new SQSClient({ endpoint, region: REGION, credentials });
  const urlOf = (name: string) => `${endpoint}/000000000000/${name}`;
  for (const name of QUEUE_NAMES)
    for (const queue of [name, `${name}-dead`]) server.createQueue(queue, { region: REGION });
  const entries = QUEUE_NAMES.map((name): [QueueName, DeadLetterQueue] => {
    const urls = { queueUrl: urlOf(name), deadLettersUrl: urlOf(`${name}-dead`) };
    return [name, new SqsDeadLetters(sqs, urls)];
  });
  const cli = await openCli(Object.fromEntries(entries) as DeadLetterQueues);
  const give = async (queue: string, body: object | string) => {
    const MessageBody = typeof body === 'string' ? body : JSON.stringify(body);
    const sent = await sqs.send(new SendMessageCommand({ QueueUrl: urlOf(`${queue}-dead`), MessageBody }));
    return sent.MessageId!;
  };
  const inQueue = (name: string) => (server.inspectQueue(name)?.messages.ready ?? []).map(({ body }) => body);
  return { cli, give, inQueue };
}

describe('dead-letters', () => {
  it('are counted by queue, and listed with the ids they contain', async () => {
    const { cli, give } = await opened();
    const nobody = await cli.json(['dead-letters', 'list']);
    expect(nobody).toEqual({ queues: QUEUE_NAMES.map((queue) => ({ queue, count: 0 })) });
    const id = await give('reconciliation', { kind: 'subscriber', tenantId: 't', subscriberId: 's' });
    await give('reconciliation', 'no JSON');
    const { out } = await cli.run(['dead-letters', 'list']);
    expect(out).toMatch(/reconciliation +2\n/);
    expect(out).toContain('npx billing dead-letters list --queue reconciliation');
    for (let time = 0; time < 2; time++) {
      const { deadLetters } = await cli.json(['dead-letters', 'list', '--queue', 'reconciliation']);
      expect(deadLetters).toHaveLength(2);
      expect(deadLetters).toContainEqual(
        expect.objectContaining({ id, message: { kind: 'subscriber', tenantId: 't', subscriberId: 's' } }),
      );
    }
    const shown = await cli.json(['dead-letters', 'show', id, '--queue', 'reconciliation']);
    expect(shown).toMatchObject({ queue: 'reconciliation', id, message: { subscriberId: 's' } });
  });

  it('are redriven, one or all, and no longer listed', async () => {
    const { cli, give, inQueue } = await opened();
    const [one] = [
      await give('invoicing', { n: 1 }),
      await give('invoicing', { n: 2 }),
      await give('invoicing', { n: 3 }),
    ];
    const { out } = await cli.run(['dead-letters', 'redrive', one, '--queue', 'invoicing']);
    expect(out).toContain('Sent 1 back to invoicing.');
    expect(inQueue('invoicing')).toEqual(['{"n":1}']);
    const all = await cli.json(['dead-letters', 'redrive', '--all', '--queue', 'invoicing']);
    expect(all.redriven).toHaveLength(2);
    expect(inQueue('invoicing').toSorted()).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
    const left = await cli.json(['dead-letters', 'list']);
    expect(left).toEqual({ queues: QUEUE_NAMES.map((queue) => ({ queue, count: 0 })) });
  });

  it.each([
    [['dead-letters', 'list', '--queue', 'letters'], 2, 'letters is none of deliveries'],
    [['dead-letters', 'show', 'x'], 2, "required option '--queue <queue>' not specified"],
    [['dead-letters', 'show', 'x', '--queue', 'sweeps'], 1, 'have none with the id x'],
    [['dead-letters', 'redrive', '--queue', 'sweeps'], 2, 'name a dead letter, or say --all'],
    [['dead-letters', 'redrive', 'x', '--all', '--queue', 'sweeps'], 2, 'name a dead letter, or say --all'],
    [['dead-letters', 'redrive', 'x', '--queue', 'sweeps'], 1, 'have none with the id x'],
  ])('usage error: %j', async (args, code, words) => {
    const { cli } = await opened();
    const plain = await cli.run(args);
    expect([plain.code, plain.out]).toEqual([code, '']);
    expect(plain.err).toContain(words);
    const { err } = await cli.run([...args, '--json']);
    expect((JSON.parse(err) as { error: { message: string } }).error.message).toContain(words);
  });

  it('require a target whose queues are known', async () => {
    const { code, err } = await (await openCli()).run(['dead-letters', 'list']);
    expect([code, err]).toEqual([2, 'billing: the queues of the test are not known; name it by --stack\n']);
  });
});
