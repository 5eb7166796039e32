import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { CoreApp } from '../../../lib/runtime/app.ts';
import { jsonLog } from '../../../lib/runtime/log.ts';
import { eachRecord, TooLate } from '../../../lib/queue/batch.ts';
import {
  Malformed,
  UnknownKind,
  reconciliationMessageFrom,
  slowDeliveryMessageFrom,
  sweepMessageFrom,
} from '../../../lib/queue/messages.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { Conflict } from '../../../lib/table/table.ts';
import { informative } from '../../support/world/log-line.ts';

const lines: Record<string, unknown>[] = [];
const app = {
  log: jsonLog((line) => lines.push(JSON.parse(informative(line)) as Record<string, unknown>), {
    now: () => 0,
  }),
} as CoreApp;

async function working(read: (body: unknown) => unknown, ...bodies: unknown[]) {
  lines.length = 0;
  const Records = bodies.map((body, at) => ({ messageId: `m${at}`, body: JSON.stringify(body) }));
  const event = { Records } as SQSEvent;
  const context = { getRemainingTimeInMillis: () => 1_000 };
  return eachRecord(app, { name: 'sweep/run', event, context }, async (_, body) => void read(body));
}

describe('a message of an unknown kind', () => {
  it.each([
    ['reconciliation', reconciliationMessageFrom, { kind: 'subscriber', tenantId: 'a', subscriberId: 'b' }],
    ['slow-deliveries', slowDeliveryMessageFrom, { kind: 'replay', tenantId: 'a', replayId: 'b' }],
    ['sweeps', sweepMessageFrom, { kind: 'event', shard: 0, startedAt: 1, requestId: 'r' }],
  ])('alone returns to the queue %s and is counted', async (_, read, known) => {
    const answer = await working(read, known, { ...known, kind: 'gift' });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
    expect(lines).toMatchObject([
      { level: 'metric', Unreadable: 1, kind: 'gift' },
      { level: 'error', what: 'message failed', errorName: 'UnknownKind' },
    ]);
  });

  it('does not include a message without a kind', async () => {
    await working(sweepMessageFrom, {}, null, { kind: 7 });
    const [crashes, errors] = [lines.filter(isCrash), lines.filter((line) => !isCrash(line))];
    expect(crashes).toHaveLength(3);
    expect(errors.map(({ level, errorName }) => [level, errorName])).toEqual(
      Array.from({ length: 3 }, () => ['error', 'Malformed']),
    );
  });
});

describe('a message that fails', () => {
  const failing = async (thrown: unknown) => {
    await working(() => {
      throw thrown;
    }, {});
    return lines.filter(isCrash).length;
  };

  it.each([
    ['a fault of the code', new TypeError('of undefined')],
    ['a table that refuses the function', named('AccessDeniedException')],
    ['a message that was sent wrong', new Malformed('not JSON')],
    ['a message whose input is refused', new Refusal('invalid_request')],
    ['what we call our own error', new Refusal('internal_error')],
  ])('is counted for the alarm of its function: %s', async (_, thrown) => {
    expect(await failing(thrown)).toBe(1);
    expect(lines).toContainEqual(expect.objectContaining({ RequestsCrashed: 1, route: 'sweep/run' }));
  });

  it.each([
    ['too little time', new TooLate()],
    ['newer code that sent it', new UnknownKind('refund')],
    ['another writer', new Conflict([0], [])],
    ['a table with no room now', named('ThrottlingException')],
    ['a silent provider', new Refusal('provider_unreachable')],
  ])('is not counted where it is redelivered by design: %s', async (_, thrown) => {
    expect(await failing(thrown)).toBe(0);
  });
});

const isCrash = (line: Record<string, unknown>) => line.RequestsCrashed === 1;

function named(name: string): Error {
  return Object.assign(new Error('of the table'), { name });
}
