import { describe, expect, it } from 'vitest';
import { nextPollAt } from '../../../lib/billing/checkout.ts';
import { isSettled, verdict } from '../../../lib/billing/payment-intent.ts';
import { subscribe, type Purchase } from '../../../lib/billing/purchase.ts';
import { DAY, END, ID, PLAN, START, subscription } from './given.ts';

const MINUTE = 60_000;
const FIRST = { reference: 'order-1', start: START, end: END };

const subscribed = (bought: Partial<Purchase> = {}, ask = {}) =>
  subscribe({
    ...{ id: ID, cause: 'checkout:token', plan: PLAN, customer: subscription().customer },
    ...{ clientReferenceId: 'order-of-the-shop', endedBefore: null, now: START, announcePending: false },
    purchase: {
      ...{ reference: 'pay-1', customerReference: 'pay-customer', merchantId: 'merchant' },
      ...{ planReference: 'plan reference', status: 'ACTIVE', createdAt: START, startAt: START },
      ...{ trialEnd: null, isReturn: false, firstOrder: FIRST, ...bought },
    },
    ...ask,
  });

describe('A purchase', () => {
  it('that was paid has the provider’s status and the period of its first order', () => {
    const { subscription: bought, events } = subscribed();
    expect(bought).toEqual(subscription({ revision: 0, eventCount: 0 }));
    expect(events).toMatchObject([{ cause: 'checkout:token', type: 'SUBSCRIBED', at: START }]);
  });

  it.each<[string, Partial<Purchase>, object]>([
    ['with a trial has that as its first period', { trialEnd: END + DAY }, { periodStart: START, periodEnd: END + DAY, firstOrder: null }],
    ['with a trial that is over as it begins has none', { trialEnd: START }, { periodStart: START, periodEnd: END, firstOrder: 'order-1' }],
    ['whose orders could not be read has no known period', { firstOrder: null }, { periodStart: null, periodEnd: null, firstOrder: null }],
    ['that is over at the provider already begins as active, for the comparison to end it', { status: 'CANCELLED' }, { status: 'ACTIVE' }],
    ['whose payment failed says so', { status: 'PAYMENT_FAILED' }, { status: 'PAYMENT_FAILED' }],
  ])('%s', (_, bought, is) => {
    expect(subscribed(bought)).toMatchObject({ subscription: is, events: [{ type: 'SUBSCRIBED' }] });
  }); // prettier-ignore

  it.each([
    ['is announced', 'ACTIVE', {}, ['INITIAL_BUY'], null],
    ['of who had one that ended is a RESUBSCRIBE', 'ACTIVE', { endedBefore: START - 1 }, ['RESUBSCRIBE'], null],
    ['that waits is announced once it begins', 'PENDING', {}, [], 'INITIAL_BUY'],
    ['that waits is announced now, where a tenant wants that', 'PENDING', { announcePending: true }, ['INITIAL_BUY'], null],
  ] as const)('%s', (_, status, ask, announced, unannouncedSubtype) => {
    const { events, subscription: bought } = subscribed({ status }, ask);
    expect(events.map(({ subtype }) => subtype)).toEqual(announced);
    expect(bought.unannouncedSubtype).toBe(unannouncedSubtype);
  }); // prettier-ignore
});

describe('An unfinished checkout', () => {
  it.each([
    ['after 2, 10 and 30 minutes and a day', 30, [2, 10, 30, 32, 1440]],
    ['also as it expires', 5, [2, 5, 7, 10, 30, 1440]],
    ['each half hour while it is open for longer', 120, [2, 10, 30, 60, 90, 120, 122, 1440]],
  ])('is polled %s', (_, expiresAfter, polls) => {
    const checkout = { startedAt: 0, expiresAt: expiresAfter * MINUTE };
    const next = [0, ...polls].map((minutes) => nextPollAt(checkout, minutes * MINUTE));
    expect(next).toEqual([...polls.map((minutes) => minutes * MINUTE), undefined]);
  });
});

describe('A call that moves money and got no answer', () => {
  const NONE = { sameEmail: 0, samePhone: 0, hasOthers: false };
  const BEGUN = {
    clientReferenceId: 'order 1',
    merchantId: 'merchant',
    startedAt: START,
    plan: PLAN,
    customer: subscription().customer,
    endedBefore: null,
    outcome: null,
  };

  it.each([
    ['CALLING', false],
    ['UNKNOWN', false],
    ['DONE', true],
    ['FAILED', true],
  ] as const)('is over when it is %s: %s', (state, is) => {
    const intent = { ...BEGUN, kind: 'charge', state, fingerprint: 'f' } as const;
    expect(isSettled(intent)).toBe(is);
  });

  it.each([
    ['of which nothing is found is looked for again', {}, 15 * MINUTE - 1, 'poll again'],
    ['of which nothing is found in 15 minutes never happened', {}, 15 * MINUTE, 'never happened'],
    ['is what bears the buyer’s e-mail, at once', { sameEmail: 1 }, 0, 'adopt'],
    ['is what bears the buyer’s e-mail, whatever else there is', { sameEmail: 1, samePhone: 2, hasOthers: true }, DAY, 'adopt'],
    ['is not what bears the buyer’s phone within the hour', { samePhone: 1 }, 60 * MINUTE - 1, 'poll again'],
    ['is what bears the buyer’s phone, once all others had their chance', { samePhone: 1, hasOthers: true }, 60 * MINUTE, 'adopt'],
    ['is not denied by what bears another name', { hasOthers: true }, 15 * MINUTE - 1, 'poll again'],
    ['is not denied by that in an hour', { hasOthers: true }, 60 * MINUTE - 1, 'poll again'],
    ['goes to a person after an hour with that', { hasOthers: true }, 60 * MINUTE, 'ambiguous'],
    ['is none of two of the buyer’s e-mail, however long ago', { sameEmail: 2 }, DAY, 'ambiguous'],
    ['is none of two of the buyer’s e-mail yet: a form may claim one', { sameEmail: 2 }, 60 * MINUTE - 1, 'poll again'],
    ['never happened where the hour has claimed all', {}, 60 * MINUTE, 'never happened'],
    ['is none of two of the buyer’s phone', { samePhone: 2 }, DAY, 'ambiguous'],
  ])('%s', (_, unclaimed, age, is) => {
    expect(verdict({ ...NONE, ...unclaimed }, age)).toBe(is);
  }); // prettier-ignore
});
