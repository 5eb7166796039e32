import { endIfOver } from './cancellation.ts';
import { applyNextPlan } from './plan-change.ts';
import type { Subscription } from './subscription.ts';

/**
 * A subscription as it stands at an instant (epoch ms): an end of access or a next plan whose time has come counts, also
 * before anybody has recorded it.
 */
export function asOf(subscription: Subscription, now: number): Subscription {
  return endIfOver(applyNextPlan(subscription, now), now).subscription;
}

/** Whether the provider knows all that our records say: false where a cancellation or a change of plan is ours alone. */
export function isProviderTold({ plan, nextPlan, payPlanReference, cancellation }: Subscription): boolean {
  return cancellation?.by !== 'svc' && (nextPlan?.plan ?? plan).reference === payPlanReference;
}

/** When the provider will try to charge next (epoch ms); null where it will not, or nobody knows when. */
export function nextPaymentAt(subscription: Subscription): number | null {
  const { status, cancellation, periodEnd, nextOrderAt } = subscription;
  return status === 'ACTIVE' && cancellation?.by !== 'pay' ? (nextOrderAt ?? periodEnd) : null;
}

/** Whether the payment of a renewal has failed, and its plan's days of grace are not over. */
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

/** The one of several that says most about a customer: active, then payment failed, then pending, then newest ended. */
export function primarySubscription<S extends Pick<Subscription, 'status' | 'createdAt'>>(
  subscriptions: readonly S[],
): S | undefined {
  const rank = { ACTIVE: 0, PAYMENT_FAILED: 1, PENDING: 2, CANCELLED: 3, EXPIRED: 3 } as const;
  return [...subscriptions].sort((a, b) => rank[a.status] - rank[b.status] || b.createdAt - a.createdAt)[0];
}
