import { eventOf, type Decision } from './decision.ts';
import type { PlanTerms } from './plan.ts';
import { hasEnded, type Subscription, type SubscriptionStatus } from './subscription.ts';

/** What was bought, as the provider tells it. Periods are absent where its orders could not be read. */
export interface Purchase {
  readonly reference: string;
  readonly customerReference: string;
  readonly planReference: string;
  readonly status: SubscriptionStatus;
  readonly createdAt: number;
  readonly startAt: number;
  readonly trialEnd: number | null;
  readonly firstOrder: {
    readonly reference: string;
    readonly start: number;
    readonly end: number;
  } | null;
}

/**
 * The subscription that a successful checkout brings about, and what the tenant hears of it. A customer whose earlier
 * subscription ended subscribes again (RESUBSCRIBE). While the subscription is PENDING it is told only if
 * `announcePending`. One that is over at the provider already begins as ACTIVE: comparing it with the provider ends it.
 */
export function subscribe(ask: {
  id: string;
  cause: string;
  plan: PlanTerms;
  customer: Subscription['customer'];
  endedBefore: number | null;
  purchase: Purchase;
  now: number;
  announcePending: boolean;
}): Decision {
  const { purchase, now } = ask;
  const period = firstPeriod(purchase);
  const beganWithTrial = purchase.trialEnd !== null && purchase.trialEnd > purchase.startAt;
  const subtype = ask.endedBefore === null ? 'INITIAL_BUY' : 'RESUBSCRIBE';
  const isAnnounced = purchase.status !== 'PENDING' || ask.announcePending;
  const subscription: Subscription = {
    id: ask.id,
    revision: 0,
    eventCount: 0,
    payReference: purchase.reference,
    customerReference: purchase.customerReference,
    plan: ask.plan,
    nextPlan: null,
    payPlanReference: purchase.planReference,
    openReferences: [{ reference: purchase.reference, recordedBefore: 0 }],
    invoicedSince: null,
    customer: ask.customer,
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
    graceEndsAt: null,
    cancellation: null,
    planChangedAt: null,
    undoneAt: null,
    endedAt: null,
  };
  const at = Math.min(now, purchase.createdAt);
  const event = eventOf(subscription, { cause: ask.cause, type: 'SUBSCRIBED', subtype, at }, undefined);
  return { subscription, events: isAnnounced ? [event] : [] };
}

/** During a trial the period is the trial; otherwise it is that of the first order. */
function firstPeriod({ startAt, trialEnd, firstOrder }: Purchase): {
  start: number | null;
  end: number | null;
} {
  if (trialEnd !== null && trialEnd > startAt) return { start: startAt, end: trialEnd };
  return { start: firstOrder?.start ?? null, end: firstOrder?.end ?? null };
}
