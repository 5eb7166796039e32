import { describe, expect, it } from 'vitest';
import type { Customer } from '../../../lib/billing/customer.ts';
import { checkAnswer, checkInput } from '../../../lib/wire/check.ts';
import { subscribersInput } from '../../../lib/wire/subscriber-list.ts';
import { DAY, PLAN, START, subscription } from '../billing/given.ts';
import { HEX, OTHER_HEX, OTHER_UUID, UNCLEAN, UUID, invalid, refusalOf } from './given.ts';

const customer: Customer = {
  id: OTHER_UUID,
  email: 'ada@example.com',
  name: 'Ada',
  surname: 'Lovelace',
  gsmNumber: '+905350000000',
  payReference: 'pay-customer',
  endedAt: null,
  createdAt: START,
};
const shownCustomer = {
  id: OTHER_UUID,
  svcId: `cus_${OTHER_HEX}`,
  email: 'ada@example.com',
  name: 'Ada',
  surname: 'Lovelace',
};

describe('the query of a check', () => {
  it('is an e-mail, trimmed and in small letters', () => {
    expect(checkInput({ email: ' Ada@Example.COM ', other: '1' })).toStrictEqual({
      by: 'email',
      email: 'ada@example.com',
    });
  });

  it.each(['ada+shop@example.com', 'ada shop@example.com', ' ada shop@example.com '])(
    'understands a plus that was not encoded and so arrives as a space: «%s»',
    (email) => {
      expect(checkInput({ email })).toStrictEqual({ by: 'email', email: 'ada+shop@example.com' });
    },
  );

  it.each(['ada@example..com', 'ada@.example.com'])(
    'may be %s, which no checkout takes and an import may have recorded',
    (email) => {
      expect(checkInput({ email })).toStrictEqual({ by: 'email', email });
      expect(subscribersInput({ email })).toMatchObject({ email });
    },
  );

  it('has at most 254 characters', () => {
    const email = `${'x'.repeat(242)}@example.com`;
    expect(checkInput({ email })).toStrictEqual({ by: 'email', email });
    expect(refusalOf(() => checkInput({ email: `x${email}` }))).toEqual(
      invalid('email', 'must be at most 254 characters'),
    );
  });

  it.each([
    [{}, 'is required'],
    [{ email: ' ' }, 'must be an e-mail address'],
    [{ email: 'ada' }, 'must be an e-mail address'],
    [{ email: 'ada@example' }, 'must be an e-mail address'],
    [{ email: 'ada@example.com,bob@example.com' }, 'must be an e-mail address'],
    [{ email: 'ada@example.com\uffff' }, UNCLEAN],
  ])('must be one: %j', (query, message) => {
    expect(refusalOf(() => checkInput(query))).toEqual(invalid('email', message));
  });
});

describe('the answer to a check', () => {
  it('has nothing for an e-mail that no customer has', () => {
    expect(checkAnswer(undefined, [], START)).toStrictEqual({
      status: 'success',
      exists: false,
      hasActiveSubscription: false,
      activeSubscriptions: 0,
      data: null,
    });
  });

  it('knows a customer who never subscribed', () => {
    expect(checkAnswer(customer, [], START)).toStrictEqual({
      status: 'success',
      exists: true,
      hasActiveSubscription: false,
      activeSubscriptions: 0,
      data: { customer: shownCustomer, subscription: null },
    });
  });

  it('names the buyer of the subscription that it shows, whoever else began something under that e-mail', () => {
    const stranger = { ...customer, name: 'Stranger', surname: 'Danger' };
    const paid = subscription({ id: UUID, customer: { ...customer, name: 'Grace', surname: 'Hopper' } });
    expect(checkAnswer(stranger, [paid], START).data?.customer).toMatchObject({
      name: 'Grace',
      surname: 'Hopper',
    });
    expect(checkAnswer(stranger, [], START).data?.customer).toMatchObject({ name: 'Stranger' });
  });

  it('shows the subscription that says most, and whether any gives access', () => {
    const ended = subscription({ id: OTHER_UUID, status: 'CANCELLED', createdAt: START + DAY });
    const active = subscription({ id: UUID, customer, plan: { ...PLAN, reference: 'basic' } });
    expect(checkAnswer(customer, [ended, active], START)).toStrictEqual({
      status: 'success',
      exists: true,
      hasActiveSubscription: true,
      activeSubscriptions: 1,
      data: {
        customer: shownCustomer,
        subscription: {
          id: UUID,
          svcId: `sub_${HEX}`,
          payReference: 'pay-1',
          planReference: 'basic',
          status: 'ACTIVE',
          createdAt: '2026-01-01T00:00:00.000Z',
          graceEndsAt: null,
          inGracePeriod: false,
        },
      },
    });
  });

  it.each([
    [START + DAY - 1, true],
    [START + DAY, false],
  ])('counts a failed payment as active while there is grace: at %i %s', (now, inGracePeriod) => {
    const failed = subscription({ id: UUID, status: 'PAYMENT_FAILED', graceEndsAt: START + DAY });
    const { hasActiveSubscription, data } = checkAnswer(customer, [failed], now);
    expect(hasActiveSubscription).toBe(inGracePeriod);
    expect(data?.subscription).toMatchObject({
      status: 'PAYMENT_FAILED',
      graceEndsAt: '2026-01-02T00:00:00.000Z',
      inGracePeriod,
    });
  });
});
