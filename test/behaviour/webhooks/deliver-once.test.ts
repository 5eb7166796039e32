import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Table } from '../../../lib/table/table.ts';
import { BUSY, LOST, OK, Stage, TENANT, message } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('an attempt', () => {
  test('continues if the SDK repeats a claim that succeeded', async () => {
    const id = await stage.happened();
    const twice: Table = {
      ...stage.table,
      apply: async (change) => (await stage.table.apply(change), stage.table.apply(change)),
    };
    expect(await stage.handle([message(id, 1)], { table: twice })).toEqual([]);
    expect(stage.posts).toHaveLength(1);
    expect(await stage.stored(id)).toMatchObject({ state: 'DELIVERED' });
  });

  test('whose lease another worker has taken over records no outcome and sends no message', async () => {
    const id = await stage.happened();
    const post: App['post'] = async () => {
      await stage.table.apply({
        update: key.event(TENANT.id, { id }),
        set: { transactionId: 'of somebody else' },
      });
      return BUSY;
    };
    expect(await stage.handle([message(id, 1)], { post })).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'TRYING', transactionId: 'of somebody else' });
    expect(await stage.attempts(id)).toEqual([]);
    expect(stage.queued).toEqual([]);
  });

  test('holds a lease of 35 s, and leaves the due time unchanged', async () => {
    const id = await stage.happened();
    const began = stage.time.now;
    const post: App['post'] = async () => {
      expect(await stage.stored(id)).toMatchObject({ state: 'TRYING', attempt: 1, lease: began + 35_000 });
      const item = await stage.table.get(key.event(TENANT.id, { id }), { consistent: true });
      expect(item).toMatchObject({ dueAt: began });
      return OK;
    };
    expect(await stage.handle([message(id, 1)], { post })).toEqual([]);
  });

  test('is recorded even if the message of the next attempt cannot be sent', async () => {
    const id = await stage.happened();
    stage.outcome = BUSY;
    const send = async () => Promise.reject(new Error('the queue is down'));
    const { queues } = stage.app();
    expect(await stage.handle([message(id, 1)], { queues: { ...queues, deliveries: { send } } })).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 1 });
  });
});

describe('the log', () => {
  const lines: unknown[] = [];
  const log: App['log'] = {
    info: (...line) => lines.push(['info', ...line]),
    warn: (...line) => lines.push(['warn', ...line]),
    error: (...line) => lines.push(['error', ...line]),
    measure: () => undefined,
  };
  beforeEach(() => void lines.splice(0));

  test.each([
    ['answered', BUSY, 503],
    ['failed', LOST, undefined],
  ])('reports an attempt that %s without address or answer', async (_what, outcome, status) => {
    const eventId = await stage.happened();
    stage.outcome = outcome;
    await stage.handle([message(eventId, 1)], { log });
    const { tookMs } = outcome;
    const facts = { tenant: 'acme', eventId, eventType: 'SUBSCRIBED', attempt: 1, status, tookMs };
    expect(lines).toEqual([['info', 'delivery attempted', { ...facts, outcome: 'WAITING' }]]);
  });

  test('marks an attempt whose lease was taken over', async () => {
    const id = await stage.happened();
    const post: App['post'] = async () => {
      await stage.table.apply({ update: key.event(TENANT.id, { id }), set: { transactionId: 'another' } });
      return OK;
    };
    await stage.handle([message(id, 1)], { log, post });
    const fields = expect.objectContaining({ eventId: id, outcome: 'DELIVERED' }) as object;
    expect(lines).toEqual([['info', 'delivery attempted, but overtaken', fields]]);
  });

  test.each([
    [new TypeError('the queue is down'), 'TypeError'],
    ['the queue is down', 'unknown'],
  ])('reports a queue that fails with %o', async (reason, errorName) => {
    const eventId = await stage.happened();
    stage.outcome = BUSY;
    const send = vi.fn().mockRejectedValue(reason);
    const { queues } = stage.app();
    await stage.handle([message(eventId, 1)], { log, queues: { ...queues, deliveries: { send } } });
    const fields = expect.objectContaining({ tenant: 'acme', eventId, errorName }) as object;
    expect(lines[1]).toEqual(['warn', 'next attempt left to the sweep', fields]);
  });
});
