import { describe, expect, it } from 'vitest';
import { inGracePeriod } from '../../lib/billing/current-state.ts';
import { nextPollAt } from '../../lib/billing/checkout.ts';
import { subscribe, type Purchase } from '../../lib/billing/purchase.ts';
import { verdict } from '../../lib/billing/payment-intent.ts';
import { periodIsStale } from '../../lib/billing/subscription.ts';
import { DAY, END, ID, PLAN, START, subscription } from './given.ts';

const MINUTE = 60_000;
const FIRST = { reference: 'order-1', start: START, end: END, paid: true };
const subscribed = (bought: Partial<Purchase>) =>
  subscribe({
    id: ID,
    cause: 'checkout:token',
    plan: PLAN,
    customer: subscription().customer,
    clientReferenceId: 'order-of-the-shop',
    endedBefore: null,
    purchase: {
      reference: 'pay-1',
      customerReference: 'pay-customer',
      merchantId: 'merchant',
      planReference: 'plan reference',
      status: 'ACTIVE',
      createdAt: START,
      startAt: START,
      trialEnd: null,
      isReturn: false,
      firstOrder: FIRST,
      ...bought,
    },
    now: START,
    announcePending: false,
  });
const periodOf = ({ subscription: { periodStart, periodEnd } }: ReturnType<typeof subscribed>) => [
  periodStart,
  periodEnd,
];

describe('Given a purchase', () => {
  it('when it was paid, then the subscription has the provider’s status and the period of its first order', () => {
    const { subscription: bought, events } = subscribed({});
    expect(bought).toEqual(subscription({ revision: 0, eventCount: 0 }));
    expect(events).toMatchObject([{ cause: 'checkout:token', type: 'SUBSCRIBED', at: START }]);
  });

  it('when it has a trial, then the trial is its first period', () => {
    expect(periodOf(subscribed({ trialEnd: START + 14 * DAY }))).toEqual([START, START + 14 * DAY]);
  });

  it('when its trial is over as it begins, then it has none', () => {
    expect(periodOf(subscribed({ trialEnd: START }))).toEqual([START, END]);
  });

  it('when its orders could not be read, then its period is not known', () => {
    const bought = subscribed({ firstOrder: null });
    expect(periodOf(bought)).toEqual([null, null]);
    expect(bought.subscription.firstOrder).toBeNull();
  });
});

describe('Given an unfinished checkout', () => {
  it('when it expires between two polls, then it is polled as it expires', () => {
    const checkout = { startedAt: 0, expiresAt: 5 * MINUTE };
    expect([2 * MINUTE, 5 * MINUTE].map((now) => nextPollAt(checkout, now))).toEqual([
      5 * MINUTE,
      10 * MINUTE,
    ]);
  });
});

describe('Given a money call that several subscriptions fit', () => {
  it('when none can be distinguished from the others, then none is taken, however long it is ago', () => {
    const none = { sameEmail: 0, samePhone: 0, others: 0 };
    expect(verdict({ ...none, sameEmail: 2 }, DAY)).toBe('ambiguous');
    expect(verdict({ ...none, sameEmail: 3 }, 0)).toBe('ambiguous');
    expect(verdict({ ...none, samePhone: 2 }, DAY)).toBe('ambiguous');
    expect(verdict({ ...none, sameEmail: 1 }, DAY)).toBe('adopt');
  });
});

describe('Given a payment that failed', () => {
  it('when its plan has no grace, then it is not in grace; its period is not stale', () => {
    expect(inGracePeriod({ status: 'PAYMENT_FAILED', graceEndsAt: null }, START)).toBe(false);
    expect(periodIsStale(subscription({ status: 'PAYMENT_FAILED', periodEnd: null }), START)).toBe(false);
  });
});
