import { endIfOver } from './cancellation.ts';
import type { Decision } from './decision.ts';
import { applyNextPlan, chosenPlan } from './plan-change.ts';
import type { OpenReference, Subscription } from './subscription.ts';

/** The subscription at a moment (epoch ms), with an end of access or a next plan that is due but not yet recorded. */
export function asOf(subscription: Subscription, now: number): Subscription {
  return endIfOver(applyNextPlan(subscription, now), now).subscription;
}

/**
 * The end of a subscription whose access is over at `now` (epoch ms), if the provider need not be asked: it was read
 * since the last purchase, import or plan change, and has confirmed the cancellation, or charges nothing before an end
 * in our records alone. Undefined otherwise: a failed payment may be made good there at any time.
 */
export function endWithoutProvider(subscription: Subscription, now: number): Decision | undefined {
  if (subscription.status === 'PAYMENT_FAILED' || mayHaveNewCharges(subscription, now)) return undefined;
  const decision = endIfOver(applyNextPlan(subscription, now), now);
  return decision.events.length > 0 ? decision : undefined;
}

/** Whether the provider may have charges before the end of access that no reconciliation has recorded. */
function mayHaveNewCharges(subscription: Subscription, now: number): boolean {
  const { cancellation, nextOrderAt, openReferences } = subscription;
  const end = cancellation?.by === 'svc' ? (cancellation.accessUntil ?? now) : Infinity;
  const isChargedBeforeEnd = nextOrderAt !== null && nextOrderAt < end;
  return isChargedBeforeEnd || openReferences.some((one) => isUnread(one, subscription));
}

/** Whether no order of a reference was ever read: it was bought or taken by a plan change, or merely imported. */
function isUnread({ recordedBefore }: OpenReference, { invoicedSince, nextOrderAt }: Subscription): boolean {
  const isMerelyImported = recordedBefore === invoicedSince && nextOrderAt === null;
  return recordedBefore === 0 || isMerelyImported;
}

/** Whether the provider knows all our records say: false if a cancellation or plan change is in our records alone. */
export function isSyncedWithProvider(subscription: Subscription): boolean {
  const { cancellation, payPlanReference } = subscription;
  return cancellation?.by !== 'svc' && chosenPlan(subscription).reference === payPlanReference;
}

/** When the provider will try to charge next (epoch ms); null if it will not, or if the time is unknown. */
export function nextPaymentAt(subscription: Subscription): number | null {
  const { status, cancellation, periodEnd, nextOrderAt } = subscription;
  return status === 'ACTIVE' && cancellation?.by !== 'pay' ? (nextOrderAt ?? periodEnd) : null;
}

/** Whether a renewal payment has failed and the plan's grace days are not over. */
export function inGracePeriod(
  { status, graceEndsAt }: Pick<Subscription, 'status' | 'graceEndsAt'>,
  now: number,
): boolean {
  return status === 'PAYMENT_FAILED' && now < (graceEndsAt ?? now);
}

/** Whether the customer may use what was subscribed to. */
export function givesAccess(
  subscription: Pick<Subscription, 'status' | 'graceEndsAt'>,
  now: number,
): boolean {
  return subscription.status === 'ACTIVE' || inGracePeriod(subscription, now);
}

/** The most significant of a customer's subscriptions: active, then payment failed, pending, newest ended. */
export function primarySubscription<S extends Pick<Subscription, 'status' | 'createdAt'>>(
  subscriptions: readonly S[],
): S | undefined {
  const rank = { ACTIVE: 0, PAYMENT_FAILED: 1, PENDING: 2, CANCELLED: 3, EXPIRED: 3 } as const;
  return [...subscriptions].sort((a, b) => rank[a.status] - rank[b.status] || b.createdAt - a.createdAt)[0];
}
