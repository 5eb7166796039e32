import { eventOf, type Decision } from './decision.ts';
import type { PlanTerms } from './plan.ts';
import { hasEnded, type Subscription, type SubscriptionStatus } from './subscription.ts';

/** A purchase, mostly as the provider reports it. Periods are absent if its orders could not be read. */
export interface Purchase {
  readonly reference: string;
  readonly customerReference: string;
  /** The merchant account that it was made at. */
  readonly merchantId: string;
  readonly planReference: string;
  readonly status: SubscriptionStatus;
  readonly createdAt: number;
  readonly startAt: number;
  readonly trialEnd: number | null;
  /** Whether a subscription of the buyer was over by then, also where its end is not on record yet. */
  readonly isReturn: boolean;
  readonly firstOrder: { readonly reference: string; readonly start: number; readonly end: number } | null;
}

/**
 * The subscription that a successful checkout creates, and its event: RESUBSCRIBE if an earlier subscription of the
 * customer has ended. A PENDING one is announced only with `announcePending`. One that is already over at the provider
 * starts as ACTIVE here; its first reconciliation ends it.
 */
export function subscribe(ask: {
  id: string;
  cause: string;
  plan: PlanTerms;
  customer: Subscription['customer'];
  clientReferenceId: string | null;
  endedBefore: number | null;
  purchase: Purchase;
  now: number;
  announcePending: boolean;
}): Decision {
  const { purchase, now } = ask;
  const period = firstPeriod(purchase);
  const beganWithTrial = purchase.trialEnd !== null && purchase.trialEnd > purchase.startAt;
  const subtype = ask.endedBefore !== null || purchase.isReturn ? 'RESUBSCRIBE' : 'INITIAL_BUY';
  const isAnnounced = purchase.status !== 'PENDING' || ask.announcePending;
  const subscription: Subscription = {
    id: ask.id,
    revision: 0,
    eventCount: 0,
    payReference: purchase.reference,
    customerReference: purchase.customerReference,
    merchantId: purchase.merchantId,
    plan: ask.plan,
    nextPlan: null,
    payPlanReference: purchase.planReference,
    openReferences: [{ reference: purchase.reference, recordedBefore: 0 }],
    invoicedSince: null,
    customer: ask.customer,
    clientReferenceId: ask.clientReferenceId,
    status: hasEnded(purchase) ? 'ACTIVE' : purchase.status,
    createdAt: now,
    firstStart: purchase.startAt,
    periodStart: period.start,
    periodEnd: period.end,
    nextOrderAt: null,
    firstOrder: beganWithTrial ? null : (purchase.firstOrder?.reference ?? null),
    beganWithTrial,
    unannouncedSubtype: isAnnounced ? null : subtype,
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
  };
  const at = Math.min(now, purchase.createdAt);
  const event = eventOf(subscription, { cause: ask.cause, type: 'SUBSCRIBED', subtype, at }, undefined);
  return { subscription, events: isAnnounced ? [event] : [] };
}

/** The first period is the trial, if there is one, else the first order's. */
function firstPeriod({ startAt, trialEnd, firstOrder }: Purchase) {
  if (trialEnd !== null && trialEnd > startAt) return { start: startAt, end: trialEnd };
  return { start: firstOrder?.start ?? null, end: firstOrder?.end ?? null };
}
