import { eventOf, type Decision } from './decision.ts';
import type { PlanTerms } from './plan.ts';
import { statusThere, withRefs, type Unobserved } from './observed.ts';
import type { Subscription, SubscriptionStatus } from './subscription.ts';
import { unread, type ObservedReference } from './tail.ts';

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
  const beganWithTrial = purchase.trialEnd !== null && purchase.trialEnd > purchase.startAt;
  const subtype = ask.endedBefore !== null || purchase.isReturn ? 'RESUBSCRIBE' : 'INITIAL_BUY';
  const isAnnounced = purchase.status !== 'PENDING' || ask.announcePending;
  const bought: Unobserved = {
    id: ask.id,
    revision: 0,
    eventCount: 0,
    customerReference: purchase.customerReference,
    merchantId: purchase.merchantId,
    plan: ask.plan,
    nextPlan: null,
    invoicedSince: null,
    customer: ask.customer,
    clientReferenceId: ask.clientReferenceId,
    createdAt: now,
    firstStart: purchase.startAt,
    firstOrder: beganWithTrial ? null : (purchase.firstOrder?.reference ?? null),
    beganWithTrial,
    unannouncedSubtype: isAnnounced ? null : subtype,
    recovery: null,
    retry: null,
    cardReturnedAt: null,
    cancellation: null,
    planIntent: null,
    planChangedAt: null,
    lastRequest: null,
    endedAt: null,
  };
  const toldAt = Math.max(now, purchase.startAt); // their clock may be ahead
  const subscription = withRefs(bought, [firstReference(purchase)], toldAt);
  const at = Math.min(now, purchase.createdAt);
  const event = eventOf(subscription, { cause: ask.cause, type: 'SUBSCRIBED', subtype, at }, undefined);
  return { subscription, events: isAnnounced ? [event] : [] };
}

/** The first period is the trial, if there is one, else the first order's once it has begun. */
function firstReference(purchase: Purchase): ObservedReference {
  const { startAt, trialEnd, firstOrder, status } = purchase;
  const isOrders = status !== 'PENDING' && (trialEnd ?? startAt) <= startAt;
  const paid = firstOrder && isOrders ? { start: firstOrder.start, end: firstOrder.end, paidAt: null } : null;
  return { ...unread(purchase, statusThere(purchase)), paid };
}
