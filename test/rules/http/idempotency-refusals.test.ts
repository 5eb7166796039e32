import { describe, expect } from 'vitest';
import { Refusal, type RefusalCode } from '../../../lib/refusal.ts';
import { Busy } from '../../../lib/table/table.ts';
import { it } from './fixtures.ts';
import { NOT_KEPT, type Keyed } from './keyed.ts';
import { failure, START, type Stage } from './stage.ts';

const failWith = (error: Error) => () => Promise.reject(error);

/** Has the next answer not be kept, because the table fails just then. */
function loseAnswer(on: Stage, one: Keyed, fails: () => Promise<unknown>): void {
  one.does = async () => {
    on.meanwhile = fails;
    return { status: 'success' };
  };
}

describe('A refusal', () => {
  it.for<RefusalCode>(['already_ended', 'undo_window_closed'])(
    'that is final is stored and replayed: %s',
    async (code, { one }) => {
      one.does = failWith(new Refusal(code, { message: 'No.' }));
      const first = await one.ask({});
      one.does = async () => ({});
      const again = await one.ask({});
      expect(again).toMatchObject({ status: first.status, text: first.text, body: failure(code, 'No.') });
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(one.references).toHaveLength(1);
    },
  );

  it.for<RefusalCode>([
    'invalid_request',
    'mixed_pair',
    'invalid_cursor',
    'plan_not_found',
    'subscriber_not_found',
    'reference_reused',
    'plan_inactive',
    'same_plan',
    'currency_mismatch',
    'plan_change_refused',
  ])(
    'of the request itself is not stored, and the corrected request may use the key: %s',
    async (code, { one }) => {
      one.does = failWith(new Refusal(code));
      await one.ask({ a: 1 });
      expect(await one.stored()).toBeUndefined();
      one.does = async (time) => ({ time });
      const corrected = await one.ask({ a: 2 });
      expect(corrected).toMatchObject({ status: 200, body: { time: 2 } });
      expect(corrected.headers).not.toHaveProperty('idempotent-replayed');
      expect((await one.ask({ a: 2 })).headers['idempotent-replayed']).toBe('true');
    },
  );

  it('of the request itself keeps the beginning and the reference of an earlier attempt, which may have begun something', async ({
    on,
    one,
  }) => {
    one.does = failWith(new Refusal('payment_outcome_unknown'));
    await one.ask({ a: 1 });
    one.does = failWith(new Refusal('plan_inactive'));
    on.clock.now = START + 1000;
    await one.ask({ a: 1 });
    expect(await one.stored()).toMatchObject({ state: 'OPEN', startedAt: START, answer: null });
    one.does = async (time) => ({ time });
    expect(await one.ask({ a: 1 })).toMatchObject({ status: 200, body: { time: 3 } });
    expect(await one.stored()).toMatchObject({ state: 'DONE', startedAt: START, tries: 3 });
    expect((await one.ask({ a: 2 })).status).toBe(422);
    expect(one.references).toEqual(['id-1', 'id-1', 'id-1']);
  });

  it('of the request itself lets the corrected one begin as one of its own', async ({ on, one }) => {
    one.does = failWith(new Refusal('payment_outcome_unknown'));
    await one.ask({ a: 1 });
    one.does = failWith(new Refusal('plan_inactive'));
    on.clock.now = START + 1000;
    await one.ask({ a: 1 });
    one.does = async (time) => ({ time });
    expect(await one.ask({ a: 2 })).toMatchObject({ status: 200, body: { time: 3 } });
    expect(await one.stored()).toMatchObject({ state: 'DONE', startedAt: START + 1000, tries: 3 });
    expect((await one.ask({ a: 1 })).status).toBe(422);
    expect(one.references).toEqual(['id-1', 'id-1', expect.not.stringMatching(/^id-1$/)]);
  });

  it.for<[string, number, Error]>([
    ['a declined card', 402, new Refusal('payment_refused')],
    ['an operation under way', 409, new Refusal('operation_in_progress')],
    ['our own failure', 500, new Error('ours')],
    ['a table that throttles', 503, new Busy(new Error('throttled'))],
    ['an outcome nobody knows', 504, new Refusal('payment_outcome_unknown')],
  ])(
    'that is transient leaves the key open, at once and under the same reference: %s',
    async ([_what, status, error], { one }) => {
      one.does = failWith(error);
      expect((await one.ask({})).status).toBe(status);
      expect(await one.stored()).toMatchObject({ state: 'OPEN', answer: null });
      one.does = async (time) => ({ time });
      expect(await one.ask({})).toMatchObject({ status: 200, body: { time: 2 } });
      expect(one.references).toEqual(['id-1', 'id-1']);
      expect((await one.ask({})).headers['idempotent-replayed']).toBe('true');
    },
  );
});

describe('A table that fails', () => {
  it('does not block the answer, and releases the key after a minute', async ({ on, shop, one }) => {
    loseAnswer(on, one, failWith(new Busy(new Error('secret words'))));
    expect(await one.ask({})).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(on.lines).toMatchObject([{ level: 'warn', what: NOT_KEPT, tenant: shop.id, errorName: 'Busy' }]);
    expect(JSON.stringify(on.lines)).not.toContain('secret words');
    expect((await one.ask({})).status).toBe(409);
    on.clock.now = START + 60_000;
    expect((await one.ask({})).status).toBe(200);
  });
});
