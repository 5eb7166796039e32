import { describe, expect, it } from 'vitest';
import {
  dueKindOf,
  nextMoment,
  nextReconciliationAt,
  type ReconciledFor,
} from '../../../lib/billing/schedule.ts';
import type { Cancellation, Recovery, Subscription } from '../../../lib/billing/subscription.ts';
import { atProvider, cancelled, DAY, END, order, PLAN, START, subscription, waits } from './given.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CLOSES = END - DAY;
const EARLY = END - 20 * DAY;
const pay = (more: Partial<Cancellation> = {}) => ({ cancellation: cancelled('pay', more) });
const sent = pay({ progress: 'sent' });
const svc = { cancellation: cancelled('svc') };
const owing = { status: 'PAYMENT_FAILED' } as const;
const ended = { status: 'CANCELLED', endedAt: END } as const;
const lost = {
  ...ended,
  openReferences: ['lost', 'pay-1'].map((reference) => ({ reference, recordedBefore: END })),
};
const over = atProvider([], { status: 'CANCELLED' });

type Row = [
  what: string,
  record: Partial<Subscription>,
  read: ReturnType<typeof atProvider> | undefined,
  now: number,
  next: number | undefined,
];

const active: readonly Row[] = [
  ['in its period is when undoing closes', {}, undefined, START, CLOSES],
  ['after that is two hours past the renewal', {}, undefined, CLOSES, END + 2 * HOUR],
  ['of what waits for its time does not hurry', {}, atProvider([waits()]), START, CLOSES],
  ['of what has ended there is the end of what was paid', {}, atProvider([], { status: 'EXPIRED' }), CLOSES, END],
  ['of what was paid does not hurry', {}, atProvider([order({ start: START })]), START, CLOSES],
  ['at an order that just fell due is soon', {}, atProvider([waits()]), END, END + 2 * MINUTE],
  ['at one that is late by minutes is soon', {}, atProvider([waits()]), END + 8 * MINUTE, END + 10 * MINUTE],
  ['at one that is late by hours is after a quarter of that', {}, atProvider([waits()]), END + 2 * HOUR, END + 2.5 * HOUR],
  ['at one that is late by a day is in six hours', {}, atProvider([waits()]), END + DAY, END + DAY + 6 * HOUR],
  ['at one that is late by days is in six hours', {}, atProvider([waits()]), END + 9 * DAY, END + 9 * DAY + 6 * HOUR],
  ['without any order is after a quarter of what the renewal is late', {}, undefined, END + DAY, END + DAY + 5.5 * HOUR],
  ['without a known period is tomorrow', { periodEnd: null }, undefined, START, START + DAY],
]; // prettier-ignore

const charged: readonly Row[] = [
  ['is two hours past that', {}, atProvider([waits(EARLY)]), START, EARLY + 2 * HOUR],
  ['is so though it is cancelled', svc, atProvider([waits(EARLY)]), START, EARLY + 2 * HOUR],
  ['is so where only the record tells of it', { ...sent, nextOrderAt: EARLY }, undefined, EARLY, EARLY + 2 * HOUR],
  ['does not hurry once it was reconciled for that', { nextOrderAt: EARLY }, undefined, EARLY + 2 * HOUR, END + 2 * HOUR],
  ['does not hurry however late that is', { nextOrderAt: EARLY }, undefined, EARLY + DAY, END + 2 * HOUR],
]; // prettier-ignore

const cancellations: readonly Row[] = [
  ['is as without, so that cancelling moves nothing, until undoing closes', svc, undefined, CLOSES - 1, CLOSES],
  ['is then its end', svc, undefined, CLOSES, END],
  ['is soon once that has passed', sent, undefined, END + 1, END + 1 + 2 * MINUTE],
  ['is now without a known end', pay({ accessUntil: null }), undefined, START, START + 2 * MINUTE],
]; // prettier-ignore

const failures: readonly Row[] = [
  ['is tomorrow', owing, undefined, START, START + DAY],
  ['is when undoing closes where that is sooner', owing, undefined, CLOSES - HOUR, CLOSES],
  ['is so though it is cancelled, so that this is not sent late', { ...owing, ...pay() }, undefined, CLOSES - HOUR, CLOSES],
  ['is soon where it was cancelled long after its period',
    { ...owing, ...pay({ at: END + 36 * DAY, accessUntil: END + 36 * DAY }) }, undefined, END + 36 * DAY, END + 36 * DAY + 2 * MINUTE],
  ['is the end of its access where that is sooner', { ...owing, ...svc }, undefined, END - HOUR, END],
  ['is tomorrow once its access has ended', { ...owing, ...svc }, undefined, END, END + DAY],
]; // prettier-ignore

const ends: readonly Row[] = [
  ['is never where the provider has ended, too', ended, over, END, undefined],
  ['is two hours past the next charge there', ended, atProvider([waits()]), CLOSES, END + 2 * HOUR],
  ['is tomorrow where the provider goes on', lost, atProvider([]), END + 40 * DAY, END + 41 * DAY],
  ['unread is two hours past the next charge on record', { ...ended, nextOrderAt: END }, undefined, END + 1, END + 2 * HOUR],
  ['unread is tomorrow where that is sooner', { ...ended, nextOrderAt: END + 9 * DAY }, undefined, END + 1, END + 1 + DAY],
  ['unread is soon where that charge is late', { ...ended, nextOrderAt: END }, undefined, END + 10 * HOUR, END + 12 * HOUR],
  ['unread is tomorrow where none is on record', ended, undefined, END + 1, END + 1 + DAY],
  ['is tomorrow where only a lost reference is left', lost, over, END + DAY, END + 2 * DAY],
  ['is tomorrow where it was lost for days', lost, over, END + 4 * DAY, END + 5 * DAY],
  ['is ever more seldom where it was lost for long', lost, over, END + 40 * DAY, END + 50 * DAY],
  ['is almost never where it was lost for a year', lost, over, END + 400 * DAY, END + 500 * DAY],
]; // prettier-ignore

describe.each([
  ['of an active subscription', active],
  ['of one that is charged long before its period ends', charged],
  ['of one that is cancelled', cancellations],
  ['of one whose payment failed', failures],
  ['after the end', ends],
])('The next reconciliation %s', (_, rows) => {
  it.each(rows)('%s', (__, record, current, now, next) => {
    const snapshot = current && { earlier: [], current };
    expect(nextReconciliationAt(subscription(record), snapshot, now)).toBe(next);
  });
});

const recoveringBy = (more: Partial<Recovery>): Partial<Subscription> => ({
  ...owing,
  recovery: {
    ...{
      order: 'order-2',
      dueAt: START - HOUR,
      attempts: [START - HOUR],
      asked: [],
      undated: [],
      failures: [START - HOUR],
      isRunning: false,
    },
    ...{ decline: { code: null, means: 'soft' }, schedule: { retryDays: [], then: 'keep' } },
    ...more,
  },
});
const retried = { retry: { order: 'order-2', at: START, failures: 1, isLost: false } };
const asking = { planIntent: { planReference: 'plus', at: START, as: 'plus' } };

describe('What a subscription is reconciled for next', () => {
  it.each<[of: ReconciledFor, record: Partial<Subscription>, read: ReturnType<typeof atProvider> | undefined, now: number]>([
    ['outcome of a plan change', asking, atProvider([waits()]), END],
    ['late order', {}, atProvider([waits()]), END],
    ['next order', {}, atProvider([waits(EARLY)]), START],
    ['next order', ended, atProvider([waits()]), CLOSES],
    ['end of undoing', pay(), undefined, START],
    ['cancellation to send', pay(), undefined, CLOSES],
    ['end of access', sent, undefined, CLOSES],
    ['end of the paid period', {}, atProvider([], { status: 'EXPIRED' }), CLOSES],
    ['renewal', {}, undefined, CLOSES],
    ['next plan', { nextPlan: { plan: PLAN, from: START + DAY } }, undefined, START],
    ['daily look', owing, undefined, START],
    ['retry', recoveringBy({ schedule: { retryDays: [1], then: 'keep' } }), undefined, START],
    ['end of recovery', recoveringBy({ schedule: { retryDays: [], then: 'cancel' } }), undefined, START],
    ['result of a retry', { ...recoveringBy({}), ...retried }, undefined, START],
    ["the provider's own attempt", recoveringBy({ isRunning: true }), undefined, START],
    ['charges after the end', ended, undefined, END + 1],
    ['lost reference', lost, over, END + DAY],
  ])('is said: %s', (what, record, current, now) => {
    const snapshot = current && { earlier: [], current };
    expect(nextMoment(subscription(record), snapshot, now)?.for).toBe(what);
  }); // prettier-ignore
});

describe('What of a subscription is due', () => {
  it.each([
    ['when a cancellation can no longer be undone is its end', {}, CLOSES, 'ending'],
    ['then is its end, cancelled', pay(), CLOSES, 'ending'],
    ['before that is a comparison', {}, CLOSES - 1, 'reconciliation'],
    ['before that is a comparison, cancelled, so that cancelling moves nothing', pay(), CLOSES - 1, 'reconciliation'],
    ['after that is a comparison', {}, CLOSES + 1, 'reconciliation'],
    ['after that is its end, cancelled', pay(), CLOSES + 1, 'ending'],
    ['is its end where it is cancelled without a known one', pay({ accessUntil: null }), START, 'ending'],
  ])('%s', (_, record, dueAt, kind) => {
    expect(dueKindOf(subscription(record), dueAt)).toBe(kind);
  }); // prettier-ignore
});
