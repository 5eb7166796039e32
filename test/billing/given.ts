import type { Invoice } from '../../lib/billing/invoice.ts';
import type {
  ProviderOrder,
  ProviderSnapshot,
  ProviderSubscription,
} from '../../lib/billing/provider-snapshot.ts';
import { reconcile, type Reconciliation } from '../../lib/billing/reconciliation.ts';
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
  name: 'Basic',
  price: '100.00',
  currency: 'TRY',
  interval: 'MONTHLY',
  intervalCount: 1,
  graceDays: 7,
  trialDays: 0,
};

export const ID = '019b7a01-0000-7000-8000-00000000aaaa';

/** An active subscription in its first period, January 2026. */
export function subscription(more: Partial<Subscription> = {}): Subscription {
  return {
    id: ID,
    revision: 1,
    eventCount: 1,
    payReference: 'pay-1',
    customerReference: 'pay-customer',
    merchantId: 'merchant',
    plan: PLAN,
    nextPlan: null,
    payPlanReference: PLAN.reference,
    openReferences: [{ reference: 'pay-1', recordedBefore: 0 }],
    invoicedSince: null,
    customer: { id: 'cus-1', email: 'a@example.com', name: 'A', surname: 'B', gsmNumber: null },
    clientReferenceId: 'order-of-the-shop',
    status: 'ACTIVE',
    createdAt: START,
    firstStart: START,
    periodStart: START,
    periodEnd: END,
    nextOrderAt: null,
    firstOrder: 'order-1',
    beganWithTrial: false,
    unannouncedSubtype: null,
    failedOrder: null,
    failedAt: null,
    graceEndsAt: null,
    recovery: null,
    retry: null,
    cardReturnedAt: null,
    cancellation: null,
    planIntent: null,
    planChangedAt: null,
    lastRequest: null,
    endedAt: null,
    ...more,
  };
}

/** A paid renewal order of February 2026. */
export function order(more: Partial<ProviderOrder> = {}): ProviderOrder {
  return {
    reference: 'order-2',
    planReference: 'plan-basic',
    amount: '100.00',
    currency: 'TRY',
    start: END,
    end: END + 28 * DAY,
    status: 'PAID',
    isRunning: false,
    failures: [],
    paidAt: END + 5,
    decline: null,
    ...more,
  };
}

/** What the provider says of one reference: active, without a trial, with these orders. */
export function atProvider(
  orders: readonly ProviderOrder[],
  more: Partial<ProviderSubscription> = {},
): ProviderSubscription {
  return {
    reference: 'pay-1',
    planReference: PLAN.reference,
    status: 'ACTIVE',
    isReplaced: false,
    createdAt: START,
    startAt: START,
    trialEnd: null,
    orders,
    ...more,
  };
}

/** The paid invoice of `order`, without a document. */
export function invoice(more: Partial<Invoice> = {}): Invoice {
  return {
    id: 'invoice-2',
    number: 'INV-2026-0000002',
    order: 'order-2',
    planReference: 'plan-basic',
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

/** A snapshot of a subscription with no other reference than this one. */
export const snapshotOf = (current: ProviderSubscription): ProviderSnapshot => ({ earlier: [], current });

/** Reconciles a subscription that has one reference at the provider; no plan is known besides its own. */
export function reconciled(
  before: Subscription,
  what: ProviderSubscription,
  invoiceOf: (order: ProviderOrder) => Invoice | undefined,
  now: number,
): Reconciliation {
  return reconcile(before, snapshotOf(what), { invoiceOf, planOf: () => undefined }, now);
}

/** All that a comparison decides, the time of the next one aside. */
export const decided = ({ subscription, events, invoices, differences, references }: Reconciliation) => ({
  subscription,
  events,
  invoices,
  differences,
  references,
});

/** What a comparison decides that leaves a subscription as it is given and tells nothing. */
export const nothingBut = (left: Subscription) => ({
  subscription: left,
  events: [],
  invoices: [],
  differences: [],
  references: [],
});
