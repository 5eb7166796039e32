import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { CoreApp } from '../../lib/app.ts';
import { jsonLog } from '../../lib/log.ts';
import { eachRecord } from '../../lib/queue/batch.ts';
import {
  reconciliationMessageFrom,
  slowDeliveryMessageFrom,
  sweepMessageFrom,
} from '../../lib/queue/messages.ts';

const lines: Record<string, unknown>[] = [];
const app = {
  log: jsonLog((line) => lines.push(JSON.parse(line) as Record<string, unknown>), { now: () => 0 }),
} as CoreApp;

async function working(read: (body: unknown) => unknown, ...bodies: unknown[]) {
  lines.length = 0;
  const Records = bodies.map((body, at) => ({ messageId: `m${at}`, body: JSON.stringify(body) }));
  const event = { Records } as SQSEvent;
  return eachRecord(
    app,
    event,
    { getRemainingTimeInMillis: () => 1_000 },
    async (_, body) => void read(body),
  );
}

describe('a message of an unknown kind', () => {
  it.each([
    ['reconciliation', reconciliationMessageFrom, { kind: 'subscriber', tenantId: 'a', subscriberId: 'b' }],
    ['slow-deliveries', slowDeliveryMessageFrom, { kind: 'replay', tenantId: 'a', replayId: 'b' }],
    ['sweeps', sweepMessageFrom, { kind: 'event', shard: 0, startedAt: 1, requestId: 'r' }],
  ])('goes back to the queue %s alone and is counted', async (_, read, known) => {
    const answer = await working(read, known, { ...known, kind: 'refund' });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
    expect(lines).toMatchObject([
      { level: 'metric', UnknownMessage: 1, kind: 'refund' },
      { level: 'error', what: 'message failed', errorName: 'UnknownKind' },
    ]);
  });

  it('is not what a message without a kind is', async () => {
    await working(sweepMessageFrom, {}, null, { kind: 7 });
    expect(lines.map(({ level, errorName }) => [level, errorName])).toEqual(
      Array.from({ length: 3 }, () => ['error', 'Malformed']),
    );
  });
});
