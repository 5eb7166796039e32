import type { Subscription } from './subscription.ts';

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
