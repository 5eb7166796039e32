import { describe, expect, it } from 'vitest';
import { nextStep, underWay, type Step, type Wanted } from '../../../lib/billing/next-step.ts';
import type { ProviderSubscription } from '../../../lib/billing/provider-snapshot.ts';
import type { Recovery, Subscription } from '../../../lib/billing/subscription.ts';
import { atProvider, DAY, END, NOW, order, PLAN, START, subscription } from './given.ts';

const failed = order({ status: 'FAILED', failures: [END + 5], paidAt: null });
const running = order({ ...failed, isRunning: true });
const recovery: Recovery = {
  ...{ order: failed.reference, dueAt: END, attempts: [END], asked: [], undated: [], failures: [END] },
  ...{ isRunning: false, decline: { code: null, means: 'soft' }, schedule: { retryDays: [1], then: 'keep' } },
};
const owing: Partial<Subscription> = { status: 'PAYMENT_FAILED', recovery };
const cancellation = { at: START, by: 'pay', progress: 'scheduled', accessUntil: END } as const;
const plan: Wanted = {
  ...{ is: 'plan', by: 'pay', as: 'plus', to: { ...PLAN, id: 'plus', reference: 'plus' }, since: NOW },
  ...{ upgradePeriod: 'NOW', useTrial: false, resetRecurrenceCount: false },
};
const card: Wanted = { is: 'card', returnedAt: NOW };
const retry: Wanted = { is: 'retry', since: NOW + DAY };
const later = NOW + DAY;
const cancelling = { call: 'cancel', reference: 'pay-1' };

type Case = readonly [
  string,
  Partial<Subscription>,
  Partial<ProviderSubscription>,
  Wanted | undefined,
  number,
  object | undefined,
];
const CASES: readonly Case[] = [
  ['nothing is wanted', {}, {}, undefined, NOW, undefined],
  ['a cancellation is final', { cancellation }, {}, undefined, NOW, cancelling],
  ['a cancellation can still be undone', { cancellation }, {}, undefined, START, undefined],
  ['it was sent, and is not carried out', { cancellation: { ...cancellation, progress: 'sent' } }, {}, undefined, NOW, cancelling],
  ['it is carried out', { cancellation }, { status: 'CANCELLED' }, undefined, NOW, undefined],
  ['a cancellation is final, and another plan is wanted', { cancellation }, {}, plan, NOW, cancelling],
  ['another plan is wanted', {}, {}, plan, NOW, { call: 'changePlan', reference: 'pay-1', wanted: plan }],
  ['the panel has changed the plan', {}, { reference: 'pay-2' }, plan, NOW, undefined],
  ['it has ended there', {}, { status: 'EXPIRED' }, plan, NOW, undefined],
  ['the provider has the wanted plan', {}, { planReference: 'plus' }, plan, NOW, undefined],
  ['the schedule has a retry', owing, { orders: [failed] }, undefined, later, { call: 'retry', order: failed.reference, isAsked: false }],
  ['its day has not come', owing, { orders: [failed] }, undefined, NOW, undefined],
  ['a retry is asked for', owing, { orders: [failed] }, retry, later, { call: 'retry', order: failed.reference, isAsked: true }],
  ['a retry is asked for too soon', owing, { orders: [failed] }, retry, NOW, undefined],
  ['a card has come for a failed order', owing, { orders: [failed] }, card, NOW, { call: 'retry', order: failed.reference, isAsked: true, card: { ...card, lastTriedAt: END + 5, isRunning: false } }],
  ['a card has come while an order is tried', owing, { orders: [running] }, card, NOW, { call: 'retry', order: failed.reference, isAsked: true, card: { ...card, lastTriedAt: END + 5, isRunning: true } }],
  ['a card has come, and nothing needs it', {}, { orders: [order()] }, card, NOW, undefined],
  ['a card has come for what was cancelled', { ...owing, cancellation: { ...cancellation, by: 'svc' } }, { orders: [failed] }, card, NOW, undefined],
  ['a card has come for what has not begun', { status: 'PENDING' }, { status: 'PENDING' }, card, NOW, { call: 'activate', reference: 'pay-1', card: { ...card, lastTriedAt: 0, isRunning: false } }],
  ['a form expired for what has not begun', { status: 'PENDING' }, { status: 'PENDING' }, { ...card, openedAt: START }, NOW, undefined],
  ['a paid checkout waits', { status: 'PENDING' }, { status: 'PENDING' }, { is: 'activation' }, NOW, { call: 'activate', reference: 'pay-1' }],
  ['a paid checkout was cancelled', { status: 'PENDING', cancellation: { ...cancellation, by: 'svc' } }, { status: 'PENDING' }, { is: 'activation' }, NOW, undefined],
]; // prettier-ignore

describe('The next call at the provider', () => {
  it.each(CASES)('where %s', (_, record, there, wanted, now, step) => {
    const snapshot = { earlier: [], current: atProvider([], there) };
    expect(nextStep(subscription(record), snapshot, wanted, now)).toEqual(step);
  });
});

describe('A step that is under way', () => {
  const changePlan: Step = { call: 'changePlan', reference: 'pay-1', wanted: plan };

  it('keeps an identical one back, and refuses another', () => {
    const asked = underWay(subscription(), changePlan, NOW)?.subscription;
    expect(asked?.planIntent).toMatchObject({ as: 'plus', planReference: 'plus' });
    expect(underWay(asked!, changePlan, NOW)).toBeUndefined();
    const other: Step = { ...changePlan, wanted: { ...plan, as: 'gold' } };
    expect(() => underWay(asked!, other, NOW)).toThrow(
      expect.objectContaining({ code: 'concurrent_change' }),
    );
  });

  it('is not taken where the cancellation was undone just before', () => {
    const step: Step = { call: 'cancel', reference: 'pay-1' };
    expect(underWay(subscription({ cancellation }), step, NOW)?.subscription.cancellation?.progress).toBe(
      'sent',
    );
    expect(underWay(subscription(), step, NOW)).toBeUndefined();
  });

  it('is not taken where the order was paid just before', () => {
    const step: Step = { call: 'retry', order: failed.reference, isAsked: false };
    expect(underWay(subscription(owing), step, later)?.subscription.retry).toMatchObject({ at: later });
    expect(underWay(subscription(), step, later)).toBeUndefined();
  });
});
