import type { PlanTerms } from './plan.ts';

/** Every status: PENDING has not begun; CANCELLED ended by a cancellation and EXPIRED by itself, both for good. */
export const SUBSCRIPTION_STATUSES = ['PENDING', 'ACTIVE', 'PAYMENT_FAILED', 'CANCELLED', 'EXPIRED'] as const;
/** The status of a subscription, as it stands in answers and events. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** A cancellation that was asked for and takes effect when the paid period ends. */
export interface Cancellation {
  readonly at: number;
  readonly accessUntil: number | null;
  /** `pay`: the provider cancels too, once the time to undo is over. `svc`: only our own records change. */
  readonly by: 'pay' | 'svc';
  /** The provider has carried it out, or is being told to; there is no way back. */
  readonly sent: boolean;
}

/** A reference of the provider some of whose orders may still change. */
export interface OpenReference {
  readonly reference: string;
  /** Orders that began before this (epoch ms) are final and on record. */
  readonly recordedBefore: number;
}

/** A tenant's subscriber. Times are epoch milliseconds; periods are the provider's own. */
export interface Subscription {
  readonly id: string;
  /** Goes up by one with each change; a change is written only if nobody else changed the record meanwhile. */
  readonly revision: number;
  /** How many events it has had: each carries its number. */
  readonly eventCount: number;
  readonly payReference: string;
  readonly customerReference: string;
  /** The plan that is being enjoyed, as our records have it. */
  readonly plan: PlanTerms;
  /** The plan that follows, and from when: asked for with NEXT_PERIOD. */
  readonly nextPlan: { readonly plan: PlanTerms; readonly from: number } | null;
  /** The plan that the provider charges, or will charge next; another one where a change stands in our records alone. */
  readonly payPlanReference: string;
  /** The references that are still reconciled, oldest first; the current one is among them until it is settled. */
  readonly openReferences: readonly OpenReference[];
  /** Charges of periods that began before this (epoch ms) were invoiced by somebody else; null where none was. */
  readonly invoicedSince: number | null;
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
  /** When the first order begins that waits at the provider, as last read; null where none waits or it is not known. */
  readonly nextOrderAt: number | null;
  /** The order that was paid with the purchase and is no renewal; null until it is known. After a trial there is none. */
  readonly firstOrder: string | null;
  readonly beganWithTrial: boolean;
  /** The subtype that its SUBSCRIBED event will have, while that is not sent yet. */
  readonly unannouncedSubtype: 'INITIAL_BUY' | 'RESUBSCRIBE' | null;
  /** The provider's order that failed last and waits to be paid. */
  readonly failedOrder: string | null;
  readonly failedAt: number | null;
  readonly graceEndsAt: number | null;
  readonly cancellation: Cancellation | null;
  /** When the plan was last changed and a cancellation last undone: an identical request just then is answered alike. */
  readonly planChangedAt: number | null;
  readonly undoneAt: number | null;
  readonly endedAt: number | null;
}

/** A subscription that is over stays over. */
export function hasEnded(subscription: Pick<Subscription, 'status'>): boolean {
  return subscription.status === 'CANCELLED' || subscription.status === 'EXPIRED';
}

/** The subscription with some fields changed. */
export function changed(subscription: Subscription, fields: Partial<Subscription>): Subscription {
  return { ...subscription, ...fields };
}

/** The plan that is being enjoyed at an instant: the next one, once its time has come. */
export function planAt({ plan, nextPlan }: Pick<Subscription, 'plan' | 'nextPlan'>, now: number): PlanTerms {
  return nextPlan && now >= nextPlan.from ? nextPlan.plan : plan;
}

/** Whether an active subscription's paid period is over or not known, so that news of the next one must be on its way. */
export function periodIsStale(
  { status, periodEnd }: Pick<Subscription, 'status' | 'periodEnd'>,
  now: number,
): boolean {
  return status === 'ACTIVE' && now >= (periodEnd ?? now);
}
