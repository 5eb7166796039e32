import type { Invoice } from '../../../lib/billing/invoice.ts';
import type { ProviderOrder, ProviderSubscription } from '../../../lib/billing/provider-snapshot.ts';
import type { PlanTerms } from '../../../lib/billing/plan.ts';
import { statusThere } from '../../../lib/billing/observed.ts';
import { unread, type ObservedReference } from '../../../lib/billing/tail.ts';
import type { Cancellation, Subscription } from '../../../lib/billing/subscription.ts';

export const DAY = 86_400_000;
export const START = Date.UTC(2026, 0, 1);
export const END = START + 31 * DAY;
/** A minute after the first period. */
export const NOW = END + 60_000;
export const FEBRUARY = { periodStart: END, periodEnd: END + 28 * DAY } as const;

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
  const one: Omit<Subscription, 'refs' | 'toldAt'> = {
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
    failedDueAt: null,
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
  return { ...one, refs: more.refs ?? refsOf(one), toldAt: more.toldAt ?? START };
}

/** What was observed of the references of such a record, so that it follows from them. */
function refsOf(one: Omit<Subscription, 'refs' | 'toldAt'>): readonly ObservedReference[] {
  const { payReference, openReferences, payPlanReference: planReference, createdAt } = one;
  const made = { planReference, createdAt, startAt: one.firstStart, trialEnd: null };
  const others = openReferences.filter(({ reference }) => reference !== payReference);
  const own = openReferences.find(({ reference }) => reference === payReference);
  const { periodStart: start, periodEnd: end, failedOrder, failedAt, failedDueAt, graceEndsAt } = one;
  const owed = failedAt !== null && { dueAt: failedDueAt ?? failedAt, failedAt, graceEndsAt };
  return [
    ...others.map(({ reference, recordedBefore: toldBefore }) => ({
      ...unread({ ...made, reference }, 'ACTIVE'),
      toldBefore,
    })),
    {
      ...unread({ ...made, reference: payReference }, statusThere(one)),
      ...{ isOpen: own !== undefined, toldBefore: own?.recordedBefore ?? 0, waitsFrom: one.nextOrderAt },
      paid: start === null || end === null ? null : { start, end, paidAt: null },
      owed: failedOrder !== null && owed ? { reference: failedOrder, ...owed } : null,
    },
  ];
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
    undated: 0,
    paidAt: END + 5,
    decline: null,
    ...more,
  };
}

/** An order that waits to be charged. */
export const waits = (start = END): ProviderOrder => order({ status: 'WAITING', start, paidAt: null });

/** An order whose payment failed at these times. */
export const failing = (
  failures: readonly number[] = [END],
  more: Partial<ProviderOrder> = {},
): ProviderOrder => order({ status: 'FAILED', failures, paidAt: null, ...more });

/** A cancellation that was asked for as the first period began, until its end. */
export const cancelled = (by: 'pay' | 'svc', more: Partial<Cancellation> = {}): Cancellation => ({
  at: START,
  accessUntil: END,
  by,
  progress: 'scheduled',
  ...more,
});

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
