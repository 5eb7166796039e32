import { describe, expect, it } from 'vitest';
import { disagreements, invoicedOrders } from '../../../lib/billing/comparison.ts';
import type { ProviderSubscription } from '../../../lib/billing/provider-snapshot.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { atProvider, cancelled, DAY, END, failing, order, PLAN, START, subscription } from './given.ts';

const NOW = START + 10 * DAY;
const PLUS = { ...PLAN, id: 'plan-2', reference: 'plus' };
const over = { status: 'EXPIRED', endedAt: NOW } as const;
const byPay = { cancellation: cancelled('pay', { progress: 'sent' }) };
const byUs = { cancellation: cancelled('svc') };
const gone = { status: 'CANCELLED' } as const;
const changed = { isReplaced: true } as const;
const plus = { planReference: 'plus' };
const owed = { status: 'PAYMENT_FAILED' } as const;
const waiting = { status: 'PENDING' } as const;
const begins = { ...waiting, periodStart: null, periodEnd: null };
/** An order that failed and is owed, whatever the provider says of its subscription. */
const owedOf = { failedOrder: 'order-1', failedAt: START + DAY, failedDueAt: START + DAY };
const standing = { orders: [failing([START + DAY], { reference: 'order-1', start: START + DAY })] };
const paidAtLast = {
  orders: [
    order({
      ...standing.orders[0],
      status: 'PAID',
      paidAt: NOW,
      failures: Array.from({ length: 30 }, (_, nth) => START + DAY + nth),
    }),
  ],
};
const unpaid = { status: 'UNPAID' } as const;

type Row = [string, Partial<Subscription>, Partial<ProviderSubscription>, string[], number?];
const ROWS: readonly Row[] = [
  ['the same', {}, {}, []],
  ['another plan there', {}, plus, ['plan_differs: plan reference, plus']],
  ['another plan here that is yet to come', { nextPlan: { plan: PLUS, from: END } }, plus, []],
  ['another plan of what is over', { ...over, ...byPay }, { ...plus, ...gone }, []],
  ['a change there', {}, changed, ['plan_differs: plan reference, changed at the provider']],
  ['a change there, and one here that has begun',
    { nextPlan: { plan: PLUS, from: NOW } }, changed, ['plan_differs: plus, changed at the provider']],
  ['a change there of what is over here', over, changed, []],
  ['a change there of what both have cancelled', { ...over, ...byPay }, changed, []],
  ['a change there of what our records alone have ended',
    { ...over, ...byUs }, changed, ['status_differs: CANCELLED, changed to another plan']],
  ['an end there', {}, gone, ['status_differs: ACTIVE, CANCELLED']],
  ['a term that is over there while what was paid is used up here', {}, { status: 'EXPIRED' }, []],
  ['a term that is over there, which was not read yet', { nextOrderAt: END }, { status: 'EXPIRED' }, ['status_differs: ACTIVE, EXPIRED']],
  ['a term that is over there and was to be here', {}, { status: 'EXPIRED' }, ['status_differs: ACTIVE, EXPIRED'], END],
  ['an end there of what is used up here', byPay, gone, []],
  ['an end there of what is cancelled here, and not sent yet', { cancellation: cancelled('pay'), nextOrderAt: END }, gone, []],
  ['an end here', over, {}, ['status_differs: EXPIRED, ACTIVE']],
  ['an end here by a cancellation', { ...over, ...byPay }, {}, ['status_differs: CANCELLED, ACTIVE']],
  ['a failure there', {}, unpaid, ['status_differs: ACTIVE, UNPAID']],
  ['a failure there, in the last millisecond of the period', {}, unpaid, ['status_differs: ACTIVE, UNPAID'], END - 1],
  ['a failure there, whose news is on its way', {}, unpaid, [], END],
  ['a failure on both sides', owed, unpaid, []],
  ['a failure here', owed, {}, ['status_differs: PAYMENT_FAILED, ACTIVE']],
  ['a failure on both sides of what is active there', { ...owed, ...owedOf }, standing, []],
  ['a failure there of what is active there', {}, standing, ['status_differs: ACTIVE, UNPAID']],
  ['a payment there of what failed more often than one transaction tells', { ...owed, ...owedOf }, paidAtLast, ['status_differs: PAYMENT_FAILED, ACTIVE']],
  ['an end there of what is over here, and not recorded yet', { ...byPay, cancellation: cancelled('pay', { progress: 'confirmed' }) }, gone, [], END],
  ['a beginning on neither side', begins, waiting, []],
  ['a beginning here', {}, waiting, ['status_differs: ACTIVE, PENDING']],
  ['a beginning there', begins, {}, ['status_differs: PENDING, ACTIVE']],
]; // prettier-ignore

describe('Our record and the provider’s', () => {
  it.each(ROWS)('with %s', (_, ours, theirs, differ, now = NOW) => {
    const found = disagreements(subscription(ours), atProvider([], theirs), now);
    expect(found.map((one) => `${one.kind}: ${one.ours}, ${one.theirs}`)).toEqual(differ);
  });
});

describe('A charge that must have an invoice', () => {
  const now = START + 60 * DAY;
  const createdAt = now - 5 * DAY;
  const paid = (paidAt: number) => order({ paidAt, start: paidAt });
  const open = (recordedBefore: number) => [{ reference: 'pay-1', recordedBefore }];

  it.each([
    ['not too long ago', {}, paid(now - 35 * DAY), true],
    ['too long ago', {}, paid(now - 35 * DAY - 1), false],
    ['a day ago', {}, paid(now - DAY), true],
    ['just now', {}, paid(now - DAY + 1), false],
    ['never', {}, failing([now - 2 * DAY], { start: now - 2 * DAY }), false],
    ['and failed, though it says when', {}, order({ status: 'FAILED', start: now - 2 * DAY }), false],
    ['at an unknown time', {}, order({ start: now - 2 * DAY, paidAt: null }), false],
    ['since it is known here', { createdAt, openReferences: [] }, paid(createdAt), true],
    ['before it is known here', { createdAt, openReferences: [] }, paid(createdAt - 1), false],
    ['before that, and not on record', { createdAt, openReferences: open(createdAt - 1) }, paid(createdAt - 1), true],
    ['before that, and settled before', { createdAt, openReferences: open(createdAt) }, paid(createdAt - 1), false],
    ['before an import', { invoicedSince: now - 2 * DAY }, paid(now - 2 * DAY - 1), false],
  ] as const)('was made %s', (_, record, one, isInvoiced) => {
    const found = invoicedOrders(subscription(record), atProvider([one]), now);
    expect(found).toEqual(isInvoiced ? [one] : []);
  }); // prettier-ignore
});
