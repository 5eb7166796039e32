import { describe, expect, it } from 'vitest';
import { CANCELLED } from '../../../lib/billing/owed.ts';
import type { Cancellation, Subscription } from '../../../lib/billing/subscription.ts';
import { decide, reconciled } from './decided.ts';
import { atProvider, cancelled, DAY, END, failing, FEBRUARY, invoice } from './given.ts';
import { order, PLAN, START, subscription } from './given.ts';

const FAILED = 'DID_FAIL_TO_RENEW';
const RENEWED = 'DID_RENEW/BILLING_RECOVERY';
const REPORTED = { differences: ['charged_after_cancellation order-2'] };
const AGREED = { differences: [] };
const NO_PERIOD = { periodStart: null, periodEnd: null };
const here = (more: Partial<Cancellation> = {}) => ({ cancellation: cancelled('svc', more) });
const there = (more: Partial<Cancellation> = {}) => ({
  cancellation: cancelled('pay', { progress: 'sent', ...more }),
});
/** It took effect at once. */
const at = (time: number) => ({ at: time, accessUntil: time });
const ended = (endedAt: number, how: Partial<Subscription>) =>
  ({ ...how, status: 'CANCELLED', endedAt }) as const;
const unpaid = (...orders: ReturnType<typeof failing>[]) => atProvider(orders, { status: 'UNPAID' });
const paidLate = order({ failures: [END], paidAt: END + 2 * DAY });
const SOON = { now: START + DAY };

describe('Given a cancellation at the provider', () => {
  decide([
    ['a further period was paid for, then that is used up first',
      there(), [order()], { status: 'ACTIVE', accessUntil: FEBRUARY.periodEnd, progress: 'sent' }],
    ['the period was not known, then what was paid for is used up first',
      { ...there({ accessUntil: null }), ...NO_PERIOD }, [order()], { status: 'ACTIVE', accessUntil: FEBRUARY.periodEnd }],
    ['an order ends before the access does, then that stays as long',
      there({ accessUntil: END + 30 * DAY }), [order()], { accessUntil: END + 30 * DAY }],
  ]); // prettier-ignore
});

describe('Given a cancellation in our records alone', () => {
  const early = order({ end: END + 1 });
  const failed = failing([START + 1]);

  decide([
    ['a time before its end is paid, then that is a renewal that moves no end',
      here({ accessUntil: END + 1 }), [order()], { events: [RENEWED], accessUntil: END + 1 }, { now: END }],
    ['a time after its end is paid, then that is an invoice and no renewal',
      here(), [order()], { status: 'CANCELLED', periodEnd: END, events: ['EXPIRED'], invoices: ['PAID 0'] }],
    ['it was paid for early, then that does not count', here(), [early], { events: [], periodStart: START }, { known: invoice(), ...SOON }],
    ['it was paid for early and is taken back, then that is a renewal after all',
      {}, [early], { events: [RENEWED], periodStart: END }, { known: invoice(), ...SOON }],
    ['it was paid for early, taken back and renewed, then there is no news',
      { periodStart: END, periodEnd: END + 1 }, [early], { events: [] }, { known: invoice(), ...SOON }],
    ['a charge for time after its end failed, then that is no failure, and not announced by its invoice',
      here(), unpaid(failed), { status: 'ACTIVE', events: [], invoices: ['FAILED 0'] }, SOON],
    ['such a charge failed and it is taken back, then that is announced',
      {}, unpaid(failed), { status: 'PAYMENT_FAILED', events: [FAILED] }, { known: invoice({ status: 'FAILED' }), ...SOON }],
    ['a charge for time before its end failed, then payment has failed',
      here(), unpaid(failing([START + 1], { start: END - 1 })), { status: 'PAYMENT_FAILED' }, SOON],
    ['the provider says so of no order, then payment has failed', here(), unpaid(), { status: 'PAYMENT_FAILED' }, SOON],
  ]); // prettier-ignore
});

describe('Given a charge after a cancellation', () => {
  decide([
    ['an end in our records alone cuts it short, then it is reported', here({ accessUntil: END + 1 }), [order()], REPORTED],
    ['it was made before that was asked for, then it is not', here({ accessUntil: END + 1, at: END + 5 }), [order()], AGREED],
    ['it ends with the access, then it is not', here({ accessUntil: FEBRUARY.periodEnd }), [order()], AGREED],
    ['the subscription has ended, then it is reported', ended(END + 2, there(at(END + 2))), [order()], REPORTED],
    ['the subscription has not ended, then it extends access', there(at(END + 2)), [order()], AGREED],
    ['the subscription ended after it was made, then it is not reported', ended(END + 2, there(at(END + 5))), [order()], AGREED],
  ]); // prettier-ignore

  it.each([
    [CANCELLED.here, here(at(END + 2)), 'ACTIVE'],
    [CANCELLED.unsent, there(at(END + 2)), 'ACTIVE'],
    [CANCELLED.unsent, there(at(END + 2)), 'CANCELLED'],
    [CANCELLED.there, there({ ...at(END + 2), progress: 'confirmed' }), 'ACTIVE'],
  ] as const)('when it is reported, then as "%s", by what was known before', (ours, how, status) => {
    const one = subscription(ended(END + 2, how));
    expect(reconciled(one, atProvider([order()], { status })).differences).toMatchObject([{ ours }]);
  });
});

describe('Given a subscription that has ended', () => {
  const over = ended(END, { cancellation: cancelled('pay') });
  const whileOwed = ended(END + DAY, here(at(END + DAY)));
  const stays = { status: 'CANCELLED', events: [] };

  decide([
    ['an order fails after all, then that is an invoice',
      over, [failing()], { ...stays, endedAt: END, periodEnd: END, failedOrder: null, recovery: null, invoices: ['FAILED 1'] }],
    ['an order is paid after all, then that is an invoice', over, [order()], { ...stays, endedAt: END, ...FEBRUARY, invoices: ['PAID 0'] }],
    ['its period was not known, then the paid order sets it',
      { ...over, ...NO_PERIOD, ...here({ accessUntil: null }) }, [order()], { ...stays, periodStart: END }],
    ['our ids ended it while a payment was owed, then that gives no access, and a person hears of it',
      whileOwed, [paidLate], { ...stays, endedAt: END + DAY, ...FEBRUARY, accessUntil: FEBRUARY.periodEnd, ...REPORTED },
      { now: END + 2 * DAY }],
  ]); // prettier-ignore

  const earlier = [atProvider([], { isReplaced: true })];
  const changed = atProvider([order()], { reference: 'pay-2', planReference: 'plus', createdAt: END + 1 });
  const kept = {
    ...stays,
    plan: PLAN,
    payReference: 'pay-2',
    references: ['pay-2'],
    invoices: ['PAID 0'],
    ...REPORTED,
  };
  const now = END + DAY;

  decide([
    ['its plan is found to be changed at the provider, then it keeps its own',
      ended(END, here()), changed, kept, { now, earlier, planOf: () => ({ ...PLAN, id: 'plus', reference: 'plus' }) }],
    ['its plan is found to be changed to one unknown here, then it keeps its own', ended(END, here()), changed, kept, { now, earlier }],
  ]); // prettier-ignore
});

describe('Given an early payment that a cancellation in our records alone disregards', () => {
  const early = order({ reference: 'early', paidAt: START + DAY });
  const begins = START + 2 * DAY;
  const next = atProvider([order({ reference: 'at once', start: begins, end: END + 2 * DAY })], {
    ...{ reference: 'pay-2', createdAt: begins, startAt: begins },
  });
  const begun = {
    ...{ payReference: 'pay-2', periodStart: begins, periodEnd: END + 2 * DAY },
    openReferences: ['pay-1', 'pay-2'].map((reference) => ({ reference, recordedBefore: 0 })),
  };
  const after = (...orders: (typeof early)[]) => ({
    ...{ earlier: [atProvider(orders, { isReplaced: true })], planOf: () => PLAN },
    ...{ known: invoice(), now: START + 3 * DAY },
  });
  const current = { reference: 'pay-2', recordedBefore: begins + 1 };
  const kept = { openReferences: [{ reference: 'pay-1', recordedBefore: END }, current] };

  decide([
    ['its reference is replaced, then it is kept as long as the cancellation may be taken back',
      { ...begun, ...here() }, next, kept, after(early)],
    ['an order for time after its end has failed for good, then that is kept as long, too',
      { ...begun, ...here() }, next, kept, after(failing([END - DAY]))],
    ['it is taken back, then it opens its period, though another one ends later than it begins',
      begun, next, { ...FEBRUARY, openReferences: [current] }, after(early)],
  ]); // prettier-ignore
});
