import type { Invoice } from '../../lib/billing/invoice.ts';
import type { ProviderOrder, ProviderSubscription } from '../../lib/billing/provider-snapshot.ts';
import type { PlanTerms } from '../../lib/billing/plan.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';

export const DAY = 86_400_000;
export const START = Date.UTC(2026, 0, 1);
export const END = START + 31 * DAY;
/** A minute after the first period. */
export const NOW = END + 60_000;

export const PLAN: PlanTerms = {
  id: 'plan-1',
  reference: 'plan reference',
  price: '100.00',
  currency: 'TRY',
  interval: 'MONTHLY',
  intervalCount: 1,
  graceDays: 7,
  trialDays: 0,
};

/** An active subscription in its first period, January 2026. */
export function subscription(more: Partial<Subscription> = {}): Subscription {
  return {
    id: 'sub-1',
    revision: 1,
    payReference: 'pay-1',
    customerReference: 'pay-customer',
    plan: PLAN,
    customer: { id: 'cus-1', email: 'a@example.com', name: 'A', surname: 'B', gsmNumber: null },
    status: 'ACTIVE',
    createdAt: START,
    firstStart: START,
    periodStart: START,
    periodEnd: END,
    firstOrder: 'order-1',
    unannouncedSubtype: null,
    failedOrder: null,
    failedAt: null,
    graceEndsAt: null,
    cancellation: null,
    endedAt: null,
    ...more,
  };
}

export function order(more: Partial<ProviderOrder> = {}): ProviderOrder {
  return {
    reference: 'order-2',
    amount: '100.00',
    currency: 'TRY',
    start: END,
    end: END + 28 * DAY,
    status: 'PAID',
    failures: [],
    paidAt: END + 5,
    ...more,
  };
}

export function seen(
  orders: readonly ProviderOrder[],
  more: Partial<ProviderSubscription> = {},
): ProviderSubscription {
  return { reference: 'pay-1', status: 'ACTIVE', startAt: START, trialEnd: null, orders, ...more };
}

/** The paid invoice of `order`, without a document. */
export function invoice(more: Partial<Invoice> = {}): Invoice {
  return {
    id: 'invoice-2',
    number: 'INV-2026-0000002',
    order: 'order-2',
    status: 'PAID',
    amount: '100.00',
    currency: 'TRY',
    date: END + 5,
    periodStart: END,
    periodEnd: END + 28 * DAY,
    failures: 0,
    document: 'NONE',
    documentId: null,
    documentProblem: null,
    documentKeptAt: null,
    ...more,
  };
}
