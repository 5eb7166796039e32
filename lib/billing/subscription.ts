import type { PlanTerms } from './plan.ts';

export type SubscriptionStatus = 'PENDING' | 'ACTIVE' | 'PAYMENT_FAILED' | 'CANCELLED' | 'EXPIRED';

/** A cancellation that was asked for and takes effect when the paid period ends. */
export interface Cancellation {
  readonly at: number;
  readonly accessUntil: number | null;
  /** `pay`: the provider is told, once the time to undo is over. `svc`: only our own records change. */
  readonly by: 'pay' | 'svc';
  /** The provider has carried it out, or is being told to; there is no way back. */
  readonly sent: boolean;
}

/** A tenant's subscriber. Times are epoch milliseconds; periods are the provider's own. */
export interface Subscription {
  readonly id: string;
  /** Goes up by one with each change; a change is written only if nobody else changed the record meanwhile. */
  readonly revision: number;
  readonly payReference: string;
  readonly customerReference: string;
  readonly plan: PlanTerms;
  readonly customer: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly surname: string;
    readonly gsmNumber: string | null;
  };
  readonly status: SubscriptionStatus;
  readonly createdAt: number;
  readonly firstStart: number | null;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  /** The provider's very first order; it belongs to the purchase and is no renewal. */
  readonly firstOrder: string | null;
  /** While it waits to begin: how its beginning will be told. */
  readonly unannouncedSubtype: 'INITIAL_BUY' | 'RESUBSCRIBE' | null;
  /** The provider's order that failed last and waits to be paid. */
  readonly failedOrder: string | null;
  readonly failedAt: number | null;
  readonly graceEndsAt: number | null;
  readonly cancellation: Cancellation | null;
  readonly endedAt: number | null;
}

/** A subscription that is over stays over. */
export function hasEnded(subscription: Pick<Subscription, 'status'>): boolean {
  return subscription.status === 'CANCELLED' || subscription.status === 'EXPIRED';
}

/** Whether an active subscription's paid period is over or not known, so that news of the next one must be on its way. */
export function periodIsStale(
  { status, periodEnd }: Pick<Subscription, 'status' | 'periodEnd'>,
  now: number,
): boolean {
  return status === 'ACTIVE' && now >= (periodEnd ?? now);
}

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
