import { describe, expect, it } from 'vitest';
import { nextPollAt } from '../../lib/billing/checkout.ts';
import { subscribe } from '../../lib/billing/purchase.ts';
import { comparedEmail } from '../../lib/text/email-address.ts';
import { invoiceNumber } from '../../lib/billing/invoice.ts';
import { verdict } from '../../lib/billing/payment-intent.ts';
import { changePlanAtProvider, changePlanInRecords, checkPlanChange } from '../../lib/billing/plan-change.ts';
import { changeKind } from '../../lib/billing/plan-change.ts';
import { givesAccess, inGracePeriod, primarySubscription } from '../../lib/billing/current-state.ts';
import { periodIsStale } from '../../lib/billing/subscription.ts';
import { atProvider, DAY, END, ID, PLAN, START, subscription } from './given.ts';

const MINUTE = 60_000;
const NONE = { sameEmail: 0, samePhone: 0, others: 0 };
const OTHER = { ...PLAN, id: 'plan-2', reference: 'other' };

describe('Given two plans', () => {
  it.each([
    ['dearer', { ...PLAN, price: '100.01' }, 'UPGRADE'],
    ['equal', PLAN, 'UPGRADE'],
    ['cheaper', { ...PLAN, price: '99.99' }, 'DOWNGRADE'],
    ['a year for the price of eleven months', { ...PLAN, interval: 'YEARLY', price: '1100.00' }, 'DOWNGRADE'],
    ['a week for a quarter', { ...PLAN, interval: 'WEEKLY', price: '25.00' }, 'UPGRADE'],
    ['a day for the price of a month', { ...PLAN, interval: 'DAILY' }, 'UPGRADE'],
    ['two months for the price of three', { ...PLAN, intervalCount: 2, price: '300.00' }, 'UPGRADE'],
  ] as const)('when the new one is %s, then it is decided by the price per day', (_, to, kind) => {
    expect(changeKind(PLAN, to)).toBe(kind);
  });

  it('when the change is made, then the new reference is taken, and its event follows from it', () => {
    const made = atProvider([], { reference: 'pay-2', planReference: OTHER.reference });
    const at = changePlanAtProvider(subscription(), OTHER, made, START);
    expect(at.subscription).toMatchObject({ payReference: 'pay-2', plan: OTHER, nextPlan: null });
    const open = at.subscription.openReferences.map(({ reference }) => reference);
    expect(open).toEqual(['pay-1', 'pay-2']);
    expect(at.events).toMatchObject([{ cause: 'plan:pay-2' }]);
    const here = { by: 'svc', as: 'a request', to: OTHER } as const;
    expect(changePlanInRecords(subscription(), here, START).subscription.payReference).toBe('pay-1');
  });

  it.each([
    ['the same', subscription(), PLAN, 'same_plan'],
    ['in another currency', subscription(), { ...OTHER, currency: 'USD' }, 'currency_mismatch'],
    ['for one that has ended', subscription({ status: 'EXPIRED' }), OTHER, 'already_ended'],
  ])('when it is %s, then it is refused', (_, from, to, code) => {
    expect(() => checkPlanChange(from, { to, by: 'pay', upgradePeriod: 'NOW' })).toThrow(
      expect.objectContaining({ code }) as Error,
    );
  });
});

describe('Given a purchase', () => {
  const bought = (
    status: 'ACTIVE' | 'PENDING' | 'CANCELLED' | 'PAYMENT_FAILED',
    announcePending = false,
    endedBefore: number | null = null,
  ) =>
    subscribe({
      id: ID,
      cause: 'cause',
      plan: PLAN,
      customer: subscription().customer,
      clientReferenceId: null,
      endedBefore,
      purchase: {
        reference: 'r',
        customerReference: 'c',
        merchantId: null,
        planReference: 'p',
        status,
        createdAt: START,
        startAt: START,
        trialEnd: null,
        isReturn: false,
        firstOrder: null,
      },
      now: START,
      announcePending,
    });

  it('when it is active, then it is announced; RESUBSCRIBE for who had one that ended', () => {
    expect(bought('ACTIVE').events).toMatchObject([{ type: 'SUBSCRIBED', subtype: 'INITIAL_BUY' }]);
    expect(bought('ACTIVE', false, START - 1).events).toMatchObject([{ subtype: 'RESUBSCRIBE' }]);
  });

  it('when it waits, then it is announced now or once it begins', () => {
    expect(bought('PENDING')).toMatchObject({
      events: [],
      subscription: { unannouncedSubtype: 'INITIAL_BUY' },
    });
    expect(bought('PENDING', true)).toMatchObject({
      events: [{}],
      subscription: { unannouncedSubtype: null },
    });
  });

  it('when it is over at the provider already, then it begins as active, for the comparison to end it', () => {
    expect(bought('CANCELLED')).toMatchObject({ events: [{}], subscription: { status: 'ACTIVE' } });
    expect(bought('PAYMENT_FAILED')).toMatchObject({
      events: [{}],
      subscription: { status: 'PAYMENT_FAILED' },
    });
  });
});

describe('Given the time', () => {
  it('when an unfinished checkout is polled, then after 2, 10 and 30 minutes and a day', () => {
    const checkout = { startedAt: 0, expiresAt: 30 * MINUTE };
    const looks = [0, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, DAY].map((now) => nextPollAt(checkout, now));
    expect(looks).toEqual([2 * MINUTE, 10 * MINUTE, 30 * MINUTE, DAY, undefined]);
  });

  it('when a money call was not found, then that is believed after 15 minutes', () => {
    expect(verdict(NONE, 15 * MINUTE - 1)).toBe('poll again');
    expect(verdict(NONE, 15 * MINUTE)).toBe('never happened');
  });

  it('when one of the buyer’s e-mail is unclaimed, then it is theirs at once; of their phone, once all others had their chance', () => {
    expect(verdict({ ...NONE, sameEmail: 1 }, 0)).toBe('adopt');
    expect(verdict({ sameEmail: 1, samePhone: 2, others: 3 }, DAY)).toBe('adopt');
    expect(verdict({ ...NONE, samePhone: 1 }, 15 * MINUTE - 1)).toBe('poll again');
    expect(verdict({ ...NONE, samePhone: 1, others: 1 }, 15 * MINUTE)).toBe('adopt');
  });

  it('when one of another name is unclaimed, then that is no evidence of absence: it goes to a person in an hour', () => {
    const others = { ...NONE, others: 1 };
    expect(verdict(others, 15 * MINUTE - 1)).toBe('poll again');
    expect(verdict(others, 60 * MINUTE - 1)).toBe('poll again');
    expect(verdict(others, 60 * MINUTE)).toBe('ambiguous');
  });

  it('when grace ends, then access ends with the millisecond', () => {
    const failed = { status: 'PAYMENT_FAILED', graceEndsAt: END } as const;
    expect([inGracePeriod(failed, END - 1), inGracePeriod(failed, END)]).toEqual([true, false]);
    expect(givesAccess({ status: 'ACTIVE', graceEndsAt: null }, END)).toBe(true);
    expect(givesAccess({ status: 'PENDING', graceEndsAt: END }, START)).toBe(false);
  });

  it('when the paid period is over or not known, then an active subscription is stale', () => {
    expect(periodIsStale(subscription(), END - 1)).toBe(false);
    expect(periodIsStale(subscription(), END)).toBe(true);
    expect(periodIsStale(subscription({ periodEnd: null }), START)).toBe(true);
    expect(periodIsStale(subscription({ status: 'PAYMENT_FAILED' }), END)).toBe(false);
  });
});

describe('Given several subscriptions', () => {
  const START_OF_TRIAL = { beganWithTrial: true, firstStart: START, periodStart: START };
  const PAID = { beganWithTrial: false, firstStart: START, periodStart: START };

  it('when one is to be shown, then active, payment failed, unpaid trial, pending, newest ended; of each the oldest', () => {
    const all = [
      { name: 'expired', status: 'EXPIRED', ...PAID },
      { name: 'pending', status: 'PENDING', ...PAID },
      { name: 'trial', status: 'ACTIVE', ...START_OF_TRIAL },
      { name: 'failed', status: 'PAYMENT_FAILED', ...PAID },
      { name: 'active', status: 'ACTIVE', ...PAID },
      { name: 'paid after its trial', status: 'ACTIVE', ...START_OF_TRIAL, periodStart: END },
      { name: 'younger', status: 'ACTIVE', ...PAID },
      { name: 'cancelled', status: 'CANCELLED', ...PAID },
    ] as const;
    const order: string[] = [];
    for (let left = all.map((one, createdAt) => ({ ...one, createdAt })); left.length > 0;) {
      const best = primarySubscription(left)!;
      order.push(best.name);
      left = left.filter((one) => one !== best);
    }
    const live = ['active', 'paid after its trial', 'younger', 'failed', 'trial', 'pending'];
    expect(order).toEqual([...live, 'cancelled', 'expired']);
    expect(primarySubscription([])).toBeUndefined();
  });
});

describe('Given what people read', () => {
  it('when an e-mail is compared, then trimmed and lower-cased; when an invoice is numbered, then by year in Turkey with seven digits', () => {
    expect(comparedEmail('  A@Example.COM ')).toBe('a@example.com');
    expect(invoiceNumber(42, Date.UTC(2026, 11, 31, 20, 59))).toBe('INV-2026-0000042');
    expect(invoiceNumber(43, Date.UTC(2026, 11, 31, 21))).toBe('INV-2027-0000043');
  });
});
