import { describe, expect, it } from 'vitest';
import type { PaymentIntent } from '../../lib/billing/payment-intent.ts';
import { countsOf, explainPurchases } from '../../lib/checkout/explain-purchases.ts';
import type { PaySubscriptionDetails } from '../../lib/pay/provider-records.ts';
import { ID, PLAN, START, subscription } from '../billing/given.ts';

const intent = (email: string, gsmNumber: string, clientReferenceId = email): PaymentIntent => ({
  kind: 'charge',
  clientReferenceId,
  state: 'UNKNOWN',
  fingerprint: 'f',
  startedAt: START,
  merchantId: 'merchant',
  plan: PLAN,
  customer: { ...subscription().customer, id: ID, email, gsmNumber },
  endedBefore: null,
  outcome: null,
});

const made = (customerEmail?: string, customerPhone?: string): PaySubscriptionDetails => ({
  ...{ reference: `of ${customerEmail}`, parentReference: undefined, planReference: PLAN.reference },
  ...{ customerReference: 'c', status: 'ACTIVE', isReplaced: false, providerStatus: 'ACTIVE', trialDays: 0 },
  ...{ trialEnd: undefined, createdAt: START, startAt: START, endAt: undefined, orders: [] },
  ...{ customerEmail, customerPhone },
});

const OURS = intent('ada@example.com', '+905350000001');
const counted = (unclaimed: PaySubscriptionDetails[], ...others: PaymentIntent[]) => {
  const {
    sameEmail,
    samePhone,
    others: rest,
  } = countsOf(explainPurchases(unclaimed, OURS, others), { isCrowded: false });
  return [sameEmail, samePhone, rest];
};

describe('a purchase that nobody has claimed', () => {
  it('is the buyer’s by e-mail, however it is written, or else by phone', () => {
    expect(counted([made('ADA@example.com ')])).toEqual([1, 0, 0]);
    expect(counted([made('old@example.com', '0535 000 00 01')])).toEqual([0, 1, 0]);
    expect(counted([made(undefined, '905350000001')])).toEqual([0, 1, 0]);
    expect(counted([made('old@example.com', '+905350000002')])).toEqual([0, 0, 1]);
    expect(counted([made(undefined, '1')])).toEqual([0, 0, 1]);
  });

  it('is explained by another open intent of the plan, of that e-mail or phone, and by each once', () => {
    const bob = intent('bob@example.com', '+905350000002');
    expect(counted([made('bob@example.com')], bob)).toEqual([0, 0, 0]);
    expect(counted([made('older@example.com', '+905350000002')], bob)).toEqual([0, 0, 0]);
    expect(counted([made('bob@example.com'), made('bob@example.com')], bob)).toEqual([0, 0, 1]);
    const elsewhere = { ...bob, plan: { ...PLAN, reference: 'another plan' } };
    expect(counted([made('bob@example.com')], elsewhere)).toEqual([0, 0, 1]);
  });

  it('of the buyer’s phone is another intent’s if it bears its e-mail, and nobody’s if both share the phone alone', () => {
    const eve = intent('eve@example.com', '+905350000001');
    expect(counted([made('eve@example.com', '+905350000001')], eve)).toEqual([0, 0, 0]);
    expect(counted([made('older@example.com', '+905350000001')], eve)).toEqual([0, 0, 1]);
    const again = intent('ada@example.com', '+905350000001', 'another order');
    expect(counted([made('older@example.com', '+905350000001')], again)).toEqual([0, 1, 0]);
  });
});
