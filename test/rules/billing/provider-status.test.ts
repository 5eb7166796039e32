import { describe } from 'vitest';
import { CLOCK_DIFFERENCE_MS } from '../../../lib/limits.ts';
import { changeOnly, decide } from './decided.ts';
import { atProvider, cancelled, DAY, END, failing, ID, invoice } from './given.ts';
import { order, PLAN, START, waits } from './given.ts';

const FAILED = 'DID_FAIL_TO_RENEW';
const DISABLED = 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED';
const BEGUN = 'SUBSCRIBED/INITIAL_BUY';
const SOON = { now: START + DAY };
const NO_PERIOD = { periodStart: null, periodEnd: null, firstOrder: null } as const;
const WAITING = { ...NO_PERIOD, status: 'PENDING' } as const;
const first = order({ start: START, end: END });
const is = (status: 'PENDING' | 'UNPAID' | 'CANCELLED' | 'EXPIRED', more = {}) =>
  atProvider([], { status, ...more });
const over = (status: 'CANCELLED' | 'EXPIRED') =>
  ({ status, endedAt: START, unannouncedSubtype: 'INITIAL_BUY' }) as const;

describe('Given what the provider calls a subscription', () => {
  changeOnly([
    ['it waits there, then it stays as it is', WAITING, is('PENDING'), {}, SOON],
    ['it has begun there, then it is active', WAITING, [], { status: 'ACTIVE' }, SOON],
    ['it is unpaid there and CANCELLED here, then it stays over', over('CANCELLED'), is('UNPAID'), {}, SOON],
    ['it expired there and is CANCELLED here, then it stays over', over('CANCELLED'), is('EXPIRED'), {}, SOON],
    ['it is active there and EXPIRED here, then it stays over', over('EXPIRED'), [], {}, SOON],
    ['it is cancelled there and EXPIRED here, then it stays over', over('EXPIRED'), is('CANCELLED'), {}, SOON],
  ]); // prettier-ignore

  decide([
    ['it is unpaid there, then payment has failed, and no event says of which order',
      {}, is('UNPAID'), { status: 'PAYMENT_FAILED', events: [] }, SOON],
    ['it is active again after a failure of no order, then it is', { status: 'PAYMENT_FAILED' }, [], { status: 'ACTIVE' }],
    ['it is active while an order is owed, then payment has failed',
      { status: 'PAYMENT_FAILED', failedOrder: 'order-2', failedAt: END, failedDueAt: END }, [], { status: 'PAYMENT_FAILED' }],
    ['it expired there within a period that was paid, then that is kept', {}, is('EXPIRED'), { status: 'ACTIVE', events: [] }, SOON],
    ['it expired there and the period is over, then that is announced, with its status',
      {}, is('EXPIRED'), { status: 'EXPIRED', endedAt: END, events: ['EXPIRED'], causes: [`ended:${ID}`], snapshots: [{ status: 'EXPIRED' }] }, { now: END + DAY }],
  ]); // prettier-ignore
});

describe('Given a subscription that was cancelled at the provider', () => {
  const there = is('CANCELLED');
  const failed = { status: 'PAYMENT_FAILED', failedOrder: 'order-2' } as const;
  const failedEarly = {
    ...failed,
    failedAt: START,
    failedDueAt: START,
    graceEndsAt: START + 7 * DAY,
    cancellation: cancelled('pay'),
  };
  const noFailure = { failedOrder: null, failedAt: null, failedDueAt: null, graceEndsAt: null };

  changeOnly([
    ['that was asked for here, then it is known to be carried out',
      { cancellation: cancelled('pay') }, there, { cancellation: cancelled('pay', { progress: 'confirmed' }) }, SOON],
  ]); // prettier-ignore

  decide([
    ['nobody asked for it here, then it is announced, and what was paid for is used up',
      {}, there,
      { status: 'ACTIVE', cancellation: cancelled('pay', { at: START + DAY, progress: 'confirmed' }), causes: ['cancelled:pay-1'], times: [START + DAY] },
      SOON],
    ['a payment had failed, then it ends',
      failed, atProvider([failing([START])], { status: 'CANCELLED' }),
      { status: 'CANCELLED', endedAt: START + DAY, accessUntil: START + DAY, events: [DISABLED, 'EXPIRED'] },
      { ...SOON, known: invoice({ status: 'FAILED', failures: 1 }) }],
    ['an early charge failed after that was asked for, then what was paid for is used up',
      failedEarly, there, { status: 'ACTIVE', ...noFailure, accessUntil: END, progress: 'confirmed' }, { now: END - 1 }],
    ['an early charge failed after that was asked for, then it ends with what was paid for',
      failedEarly, there, { status: 'CANCELLED' }, { now: END }],
  ]); // prettier-ignore
});

describe('Given a subscription that owed a payment when its reference was replaced, and whose period since was paid', () => {
  const paid = order({ reference: 'first', start: START + DAY, end: END + DAY, paidAt: START + DAY });
  const besides = {
    ...SOON,
    now: START + 2 * DAY,
    earlier: [
      atProvider([order({ start: START, end: END, paidAt: START }), failing([START + DAY + 5])], {
        isReplaced: true,
      }),
    ],
    planOf: () => PLAN,
  };
  const next = { reference: 'pay-2', createdAt: START + DAY, startAt: START + DAY };
  const kept = { status: 'ACTIVE', periodEnd: END + DAY, endedAt: null };

  decide([
    ['it runs, then it is active', {}, atProvider([paid], next), kept, besides],
    ['it expired there, then what was paid for is used up', {}, atProvider([paid], { ...next, status: 'EXPIRED' }), kept, besides],
    ['it expired there and the period is over, then it ends with that', {}, atProvider([paid], { ...next, status: 'EXPIRED' }),
      { status: 'EXPIRED', endedAt: END + DAY }, { ...besides, now: END + 2 * DAY }],
    ['it was cancelled there, then what was paid for is used up',
      {}, atProvider([paid], { ...next, status: 'CANCELLED' }), { ...kept, accessUntil: END + DAY }, besides],
  ]); // prettier-ignore
});

describe('Given a cancelled subscription that was moved to a shorter period at the provider', () => {
  const yearly = { cancellation: cancelled('pay', { accessUntil: START + 365 * DAY }) };
  const month = order({ reference: 'order-1', start: START, end: END });
  const monthly = atProvider([month], { status: 'EXPIRED' });
  const ended = { status: 'CANCELLED', endedAt: START + 365 * DAY, events: ['EXPIRED'] };

  decide([
    ['its last month is over there, then it keeps the end that was answered', yearly, monthly,
      { status: 'ACTIVE', accessUntil: START + 365 * DAY, progress: 'confirmed', events: [] }, { now: END + DAY }],
    ['that end has come, then it ends with it', yearly, monthly, ended, { now: START + 365 * DAY }],
    ['a charge of it failed before, then it keeps that end all the same', yearly, atProvider([month, failing()], { status: 'EXPIRED' }),
      { status: 'ACTIVE', endedAt: null }, { now: END + DAY }],
  ]); // prettier-ignore
});

describe('Given a subscription whose beginning is unannounced', () => {
  const unannounced = { ...WAITING, unannouncedSubtype: 'INITIAL_BUY' } as const;
  const owed = atProvider([first, failing()], { status: 'UNPAID' });
  const only = (orders: Parameters<typeof atProvider>[0]) => atProvider(orders, { status: 'PENDING' });

  decide([
    ['it still waits, then nothing is announced', unannounced, is('PENDING'), { events: [], unannouncedSubtype: 'INITIAL_BUY' }],
    ['it is active without any order, then it is announced as that',
      unannounced, [],
      { events: [BEGUN], causes: [`begun:${ID}`], times: [START], snapshots: [{ status: 'ACTIVE', periodStart: null, periodEnd: null }], unannouncedSubtype: null },
      SOON],
    ['it is one of somebody who comes back, then that is announced',
      { ...unannounced, unannouncedSubtype: 'RESUBSCRIBE' }, [first],
      { status: 'ACTIVE', events: ['SUBSCRIBED/RESUBSCRIBE'], snapshots: [{ status: 'ACTIVE', periodEnd: END }] }],
    ['only a paid order shows that it has begun, then it is announced', unannounced, only([first]), { events: [BEGUN] }, SOON],
    ['its first payment is on record already, then it is announced as active',
      unannounced, only([first]), { events: [BEGUN], snapshots: [{ status: 'ACTIVE' }] }, { known: invoice() }],
    ['its first order waits, then nothing is announced', unannounced, only([waits(START)]), { events: [] }, SOON],
    ['a later payment has failed by then, then its beginning is announced first, as it stands',
      unannounced, owed, { events: [BEGUN, FAILED], snapshots: [{ status: 'PAYMENT_FAILED' }, {}] }],
    ['it began with a trial, then it is announced with that as its period',
      unannounced, atProvider([], { trialEnd: END }), { snapshots: [{ periodStart: START, periodEnd: END }] }, { now: START }],
  ]); // prettier-ignore
});

describe('Given a subscription that was cancelled before its beginning was known', () => {
  const cancellation = cancelled('pay', { at: START + 1, accessUntil: START + 1, progress: 'sent' });
  const taken = { ...WAITING, unannouncedSubtype: 'INITIAL_BUY', cancellation } as const;
  const trialEnd = START + 3 * DAY;
  const trial = (orders: Parameters<typeof atProvider>[0], status: 'CANCELLED' | 'PENDING' = 'CANCELLED') =>
    atProvider(orders, { status, trialEnd });
  const both = {
    status: 'ACTIVE',
    events: [BEGUN, DISABLED],
    causes: [`begun:${ID}`, `cancel:${ID}:begun`],
    times: [START, START + 1],
  };

  decide([
    ['its first charge is seen, then both are announced',
      taken, atProvider([first], { status: 'CANCELLED' }), { ...both, accessUntil: END }, SOON],
    ['a trial is seen to have begun, then both are announced, and it may be used up',
      taken, trial([waits(trialEnd)]), { ...both, accessUntil: trialEnd }, SOON],
    ['the provider made no order of a trial, then it never began', taken, trial([]), { unannouncedSubtype: 'INITIAL_BUY' }, SOON],
    ['the trial waits to begin, then it has not begun',
      taken, trial([waits(trialEnd)], 'PENDING'), { unannouncedSubtype: 'INITIAL_BUY' }, SOON],
    ['the cancellation was taken back, then only its beginning is announced',
      { ...taken, cancellation: null }, [first], { events: [BEGUN] }, SOON],
  ]); // prettier-ignore
});

describe('Given a subscription on record as active that waits at the provider', () => {
  const now = START + CLOCK_DIFFERENCE_MS;
  const later = is('PENDING', { startAt: START + DAY + 1 });

  decide([
    ['nothing of it was ever paid for, then it waits here too, and a person hears of it',
      NO_PERIOD, is('PENDING'), { status: 'PENDING', events: [], differences: ['status_differs activation'], sides: ['ACTIVE, PENDING'] },
      { now }],
    ['the provider’s answers may lag behind the activation, then it stays active',
      NO_PERIOD, is('PENDING'), { status: 'ACTIVE', differences: [] }, { now: now - 1 }],
    ['it was paid for, then it stays active', {}, is('PENDING'), { status: 'ACTIVE' }, SOON],
    ['it is to begin later there, then it stays active', NO_PERIOD, later, { status: 'ACTIVE' }, SOON],
  ]); // prettier-ignore
});

describe('Given a trial', () => {
  const trialEnd = START + 14 * DAY;
  const trial = atProvider([], { trialEnd });
  const endedNow = { status: 'CANCELLED', endedAt: START + DAY } as const;
  const owedAtOnce = {
    status: 'PAYMENT_FAILED',
    periodEnd: trialEnd,
    cancellation: cancelled('svc', { at: START + DAY, accessUntil: START + DAY }),
  } as const;
  const coming = is('CANCELLED', { startAt: END, trialEnd: END + 7 * DAY });

  changeOnly([
    ['no period is known, then it is the period',
      WAITING, is('PENDING', { trialEnd }), { beganWithTrial: true, periodStart: START, periodEnd: trialEnd }, SOON],
    ['a later period was paid for, then that stays', { periodStart: trialEnd, periodEnd: END + 14 * DAY }, trial, {}, SOON],
    ['it begins with the period on record, as after a change in the instant of the purchase, then it is the period',
      {}, trial, { periodEnd: trialEnd }, SOON],
  ]); // prettier-ignore

  decide([
    ['it is over as it begins, then there is none, and the first order belongs to the purchase',
      NO_PERIOD, atProvider([first], { trialEnd: START }), { beganWithTrial: false, firstOrder: 'order-2', events: [] }],
    ['the subscription has ended, then its periods stay as they are',
      endedNow, is('CANCELLED', { trialEnd: END + DAY }), { periodEnd: END }],
    ['a charge failed during it and our ids cancelled it then, then it ends at once',
      owedAtOnce, is('UNPAID', { trialEnd }), { status: 'CANCELLED', endedAt: START + DAY }, SOON],
    ['it is to begin with the next period and was cancelled before, then none begins',
      { cancellation: cancelled('pay') }, coming, { status: 'CANCELLED', periodEnd: END, endedAt: END }],
  ]); // prettier-ignore
});

describe('Given a trial that a change of plan cut short', () => {
  const trialEnd = START + 3 * DAY;
  const besides = {
    earlier: [atProvider([], { isReplaced: true, trialEnd })],
    planOf: () => PLAN,
    now: trialEnd,
  };
  const next = (startAt: number, createdAt: number, orders = [waits(startAt)]) =>
    atProvider(orders, { reference: 'pay-2', createdAt, startAt });
  const paid = (startAt: number) =>
    next(startAt, START + 1, [order({ reference: 'first', start: startAt, end: startAt + DAY })]);
  const cancelledIt = { ...NO_PERIOD, cancellation: cancelled('pay', { at: START + 2, accessUntil: null }) };
  const given = { periodStart: START, periodEnd: trialEnd };

  decide([
    ['the next plan begins as it is over, then all of it was given', NO_PERIOD, next(trialEnd, START), given, besides],
    ['the next plan begins a millisecond before, then it was given if it had begun when that was chosen',
      NO_PERIOD, next(trialEnd - 1, START), given, besides],
    ['the next plan was chosen before it began, then it was not given',
      NO_PERIOD, next(trialEnd - 1, START - 1), { periodStart: null, periodEnd: null }, besides],
    ['the next plan began before its end, then it gives no access beyond',
      cancelledIt, paid(START + 1), { accessUntil: START + 1 + DAY, beganWithTrial: true, events: ['DID_RENEW/BILLING_RECOVERY'] },
      { ...besides, now: trialEnd + DAY }],
    ['the next plan began at its end, then it was a period of its own',
      cancelledIt, paid(trialEnd), { accessUntil: trialEnd + DAY }, { ...besides, now: trialEnd + DAY }],
  ]); // prettier-ignore
});
