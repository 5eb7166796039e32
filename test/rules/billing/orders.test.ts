import { describe, expect, it } from 'vitest';
import { isFinal } from '../../../lib/billing/provider-snapshot.ts';
import { relevantOrders } from '../../../lib/billing/reconciliation.ts';
import { decide } from './decided.ts';
import { atProvider, DAY, END, failing, FEBRUARY, invoice, NOW, order } from './given.ts';
import { PLAN, START, subscription, waits } from './given.ts';

const RENEWED = 'DID_RENEW/BILLING_RECOVERY';
const FAILED = 'DID_FAIL_TO_RENEW';
const twice = order({ failures: [END, END + 1] });
const first = (more = {}) => order({ reference: 'order-1', start: START, end: END, ...more });
const withGrace = (graceDays: number | null) => ({ plan: { ...PLAN, graceDays } });
const owing = { status: 'PAYMENT_FAILED', failedOrder: 'order-2', graceEndsAt: END + 7 * DAY } as const;
const recordedBefore = (time: number) => [{ reference: 'pay-1', recordedBefore: time }];

describe('Given a renewal', () => {
  decide([
    ['it was paid, then its period moves on', {}, [order()], { status: 'ACTIVE', ...FEBRUARY, events: [RENEWED], invoices: ['PAID 0'] }],
    ['it failed twice and was paid, then each is announced',
      {}, [twice], { status: 'ACTIVE', failedOrder: null, graceEndsAt: null, events: [FAILED, FAILED, RENEWED] }],
    ['it failed and was paid, then each has a cause of its own',
      {}, [twice], { causes: ['order:order-2:failed:1', 'order:order-2:failed:2', 'order:order-2:paid'] }],
    ['it failed and was paid, then each has the time at which it happened', {}, [twice], { times: [END, END + 1, END + 5] }],
    ['it failed and was paid, then each has the state of then',
      {}, [order({ failures: [END] })],
      { snapshots: [{ status: 'PAYMENT_FAILED', periodStart: START, graceDays: 7 }, { status: 'ACTIVE', periodStart: END, graceDays: 7 }] }],
    ['the provider does not say when it was paid, then it was when it fell due', {}, [order({ paidAt: null })], { times: [END] }],
    ['its payment is on record, then it is not announced again',
      FEBRUARY, [order()], { events: [], invoices: [], openReferences: recordedBefore(END + 1) }, { known: invoice() }],
    ['it failed once more than is known, then that alone is announced',
      owing, [failing([END, END + DAY])], { causes: ['order:order-2:failed:2'], failedAt: END + DAY, graceEndsAt: END + 7 * DAY },
      { known: invoice({ status: 'FAILED', failures: 1 }) }],
    ['it failed and the provider calls it active, then payment has failed',
      {}, [failing()], { status: 'PAYMENT_FAILED', failedOrder: 'order-2' }],
    ['it failed, then grace counts from the first failure',
      {}, atProvider([failing([END, END + DAY])], { status: 'UNPAID' }), { graceEndsAt: END + 7 * DAY, failedAt: END + DAY }],
    ['its plan has no grace days, then grace has no end to be announced', withGrace(null), [failing()], { graceEndsAt: null }],
    ['its plan has no grace days left, then grace is over at once', withGrace(0), [failing()], { graceEndsAt: END }],
    ['another order had failed before, then grace starts again',
      { ...owing, failedOrder: 'order-1', graceEndsAt: START }, [failing()], { graceEndsAt: END + 7 * DAY }],
    ['it has fallen due and waits, then nothing is announced',
      {}, [waits()], { status: 'ACTIVE', events: [], invoices: ['PENDING 0'], nextOrderAt: END }],
    ['it has not fallen due, then it has no invoice',
      {}, [waits()], { events: [], invoices: [], nextOrderAt: END, openReferences: recordedBefore(END) }, { now: END - 1 }],
    ['it is void, then it has no invoice', {}, [order({ status: 'VOID' })], { events: [], invoices: [] }],
    ['another waits after it, then the time of that is kept', {}, [order(), waits(END + DAY)], { nextOrderAt: END + DAY }],
    ['the provider is over with it, then none is to come',
      { nextOrderAt: END }, atProvider([waits()], { status: 'CANCELLED' }), { nextOrderAt: null }, { now: START }],
  ]); // prettier-ignore
});

describe('Given the first order', () => {
  decide([
    ['it is paid, then that belongs to SUBSCRIBED', {}, [first()], { events: [], invoices: ['PAID 0'] }],
    ['it was unknown, then it is the oldest one read',
      { firstOrder: null }, [first(), order()], { causes: ['order:order-2:paid'], firstOrder: 'order-1' }],
    ['it failed before it was paid, then both are announced',
      {}, [first({ failures: [START] })], { causes: ['order:order-1:failed:1', 'order:order-1:paid'] }],
  ]); // prettier-ignore
});

describe('Given an import with payments that had failed', () => {
  const imported = {
    status: 'PAYMENT_FAILED',
    failedOrder: 'order-2',
    failedAt: END + DAY,
    failedDueAt: END,
  } as const;
  const older = (failures: readonly number[]) =>
    failing(failures, { reference: 'order-1', start: START, end: END });
  const newest = failing([END, END + DAY]);

  decide([
    ['nothing happened since, then nothing is announced, of no order',
      imported, [older([START, START + DAY]), newest], { events: [], invoices: ['FAILED 2', 'FAILED 2'], failedOrder: 'order-2' }],
    ['each failed again since, then that is announced',
      imported, [older([START, END + 2 * DAY]), failing([END, END + DAY, END + 3 * DAY])],
      { causes: ['order:order-1:failed:2', 'order:order-2:failed:3'] }],
    ['the older one was paid since, then that is announced',
      imported, [{ ...older([START]), status: 'PAID', paidAt: END + 2 * DAY }, newest], { causes: ['order:order-1:paid'] }],
    ['it was read since, then each later news is announced, whenever it was',
      imported, [older([START, START + 1, START + 2]), newest], { causes: ['order:order-1:failed:3'] },
      { known: invoice({ status: 'FAILED', failures: 2 }) }],
  ]); // prettier-ignore
});

describe('Given a failed order of a reference that a plan change has replaced', () => {
  const OLD = { ...PLAN, reference: 'old plan', name: 'Old', graceDays: 2 };
  const open = { openReferences: ['old', 'pay-1'].map((reference) => ({ reference, recordedBefore: 0 })) };
  const of = (planReference: string, failures = [END]) =>
    atProvider([failing(failures, { planReference })], { reference: 'old', planReference, isReplaced: true });
  const named = (planReference: string, planName: string, graceDays: number) => ({
    snapshots: [{ planReference, planName, graceDays }],
    graceEndsAt: END + graceDays * DAY,
  });
  const unpaid = { status: 'PAYMENT_FAILED', failedOrder: 'order-2' } as const;

  decide([
    ['its plan is known, then its grace days are granted',
      open, [], named('old plan', 'Old', 2), { earlier: [of('old plan')], planOf: () => OLD }],
    ['its plan is still in force, then that counts as it was subscribed to',
      open, [], named(PLAN.reference, PLAN.name, 7), { earlier: [of(PLAN.reference)], planOf: () => ({ ...PLAN, graceDays: 30 }) }],
    ['its plan is unknown here, then the terms in force stand for it',
      open, [], named('unknown', PLAN.name, 7), { earlier: [of('unknown')] }],
    ['an earlier payment lasts, then it is active, as at the provider',
      unpaid, [], { status: 'ACTIVE' }, { earlier: [of('old plan', [START + DAY])], now: START + 2 * DAY }],
    ['an earlier payment is used up, then payment has failed',
      unpaid, [], { status: 'PAYMENT_FAILED' }, { earlier: [of('old plan', [START + DAY])] }],
  ]); // prettier-ignore
});

describe('The orders that a reconciliation reads', () => {
  const early = order({ start: NOW + 2 });
  const tried = failing([NOW], { start: NOW + 3 });
  const [old, due, later] = [waits(START - 1), waits(NOW), waits(NOW + 1)];

  it.each([
    [0, [old, due, early, tried]],
    [START, [due, early, tried]],
    [NOW + 3, [tried]],
  ])('are those since %i that have begun or moved money', (time, relevant) => {
    const one = subscription({ openReferences: recordedBefore(time) });
    expect(relevantOrders(one, atProvider([old, due, later, early, tried]), NOW)).toEqual(relevant);
  });

  it.each([
    ['CANCELLED', false, 2 * DAY - 1, false],
    ['CANCELLED', false, 2 * DAY, true],
    ['ACTIVE', false, 300 * DAY, false],
    ['ACTIVE', true, 300 * DAY, true],
  ] as const)('under one that is %s (replaced: %s) and wait %i ms late are final: %s', (status, isReplaced, late, final) => {
    expect(isFinal(waits(START), { status, isReplaced }, START + late)).toBe(final);
  }); // prettier-ignore
});
