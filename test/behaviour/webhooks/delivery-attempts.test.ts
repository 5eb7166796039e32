import { beforeEach, describe, expect, test } from 'vitest';
import { EVENT, type AttemptRecord, type EventRecord } from '../../../lib/billing/delivery.ts';
import { claimAttempt, endEvent, settleAttempt } from '../../../lib/table/events/delivery-attempts.ts';
import { restartEvent } from '../../../lib/table/events/restart-event.ts';
import { key } from '../../../lib/table/schema.ts';
import { Stage, TENANT } from './stage.ts';

let stage: Stage;
let record: EventRecord;
beforeEach(async () => {
  stage = new Stage();
  record = await stage.stored(await stage.happened());
});

const result: AttemptRecord = {
  attempt: 1,
  transactionId: 'transaction-0',
  signedAt: 0,
  endedAt: 0,
  tookMs: 1,
  status: 503,
  why: null,
  answer: '',
};

/** Somebody else changes the event after it was read. */
const meanwhile = (set: { state?: string; attempt?: number }) =>
  stage.table.apply({ update: key.event(TENANT.id, record), set });

describe.each([
  ['claimed', (): Promise<unknown> => claimAttempt(stage.app(), record), undefined],
  ['ended', () => endEvent(stage.app(), record, 'EXHAUSTED'), false],
  ['restarted', () => restartEvent(stage.app(), record), undefined],
])('an event cannot be %s', (_done, change, nothing) => {
  test('once its state has changed since it was read', async () => {
    await meanwhile({ state: 'DELIVERED' });
    expect(await change()).toBe(nothing);
    expect(await stage.stored(record.id)).toMatchObject({ state: 'DELIVERED', attempt: 0 });
  });

  test('once an attempt has been made since it was read', async () => {
    await meanwhile({ attempt: 1 });
    expect(await change()).toBe(nothing);
    expect(await stage.stored(record.id)).toMatchObject({ state: 'WAITING', attempt: 1 });
  });

  test('once it is no longer stored', async () => {
    await stage.table.apply({ delete: key.event(TENANT.id, record) });
    expect(await change()).toBe(nothing);
    expect(await stage.table.get(key.event(TENANT.id, record), { consistent: true })).toBeUndefined();
  });
});

describe('a claim', () => {
  test('succeeds once', async () => {
    expect(await claimAttempt(stage.app(), record)).toMatchObject({ state: 'TRYING', attempt: 1 });
    expect(await claimAttempt({ ...stage.app(), newId: () => 'another' }, record)).toBeUndefined();
  });

  test('returns the event as stored at that moment, without personal data erased since it was read', async () => {
    const customer = { ...record.snapshot.customer, email: 'erased' };
    const erased = EVENT.change({ snapshot: { ...record.snapshot, customer } });
    await stage.table.apply({ update: key.event(TENANT.id, record), ...erased });
    const claimed = await claimAttempt(stage.app(), record);
    expect(claimed?.snapshot.customer.email).toBe('erased');
  });

  test('whose write fails is not mistaken for one that came too late', async () => {
    const down = async () => Promise.reject(new Error('throttled'));
    const app = stage.app({ table: { ...stage.table, apply: down } });
    await expect(claimAttempt(app, record)).rejects.toThrow('throttled');
  });
});

describe('an attempt of this worker', () => {
  test('is recorded once', async () => {
    const claimed = await claimAttempt(stage.app(), record);
    const settle = () => settleAttempt(stage.app(), claimed!, result, { state: 'EXHAUSTED' });
    expect(await settle()).toBe(true);
    expect(await stage.stored(record.id)).toMatchObject({ state: 'EXHAUSTED', attempt: 1 });
  });

  test('is not recorded after another worker has claimed the event', async () => {
    const claimed = { ...record, transactionId: 'of somebody else', signedAt: 0 };
    await claimAttempt(stage.app(), record);
    expect(await settleAttempt(stage.app(), claimed, result, { state: 'EXHAUSTED' })).toBe(false);
    expect(await settleAttempt(stage.app(), claimed, result, { state: 'DELIVERED' })).toBe(false);
    expect(await stage.stored(record.id)).toMatchObject({ state: 'TRYING', attempt: 1 });
  });
});
