import type { Buyer } from './buyer.ts';
import type { LastRequest } from './last-request.ts';
import type { PlanTerms } from './plan.ts';
import type { Decline } from './provider-snapshot.ts';

/** Every status: PENDING has not begun; CANCELLED ended by a cancellation and EXPIRED by itself, both for good. */
export const SUBSCRIPTION_STATUSES = ['PENDING', 'ACTIVE', 'PAYMENT_FAILED', 'CANCELLED', 'EXPIRED'] as const;
/** The status of a subscription, as in answers and events. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Why somebody cancels, as they may say; others may be added. */
export const CANCEL_REASONS = [
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'low_quality',
  'too_complex',
  'customer_service',
  'other',
] as const;
/** A reason to cancel. */
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** What somebody says of why they cancel; nobody must. */
export interface CancelWhy {
  readonly reason?: CancelReason | undefined;
  /** In their own words. */
  readonly comment?: string | undefined;
}

/** A cancellation that was asked for and takes effect when the paid period ends. */
export interface Cancellation extends CancelWhy {
  readonly at: number;
  readonly accessUntil: number | null;
  /** `pay`: the provider cancels too, once the time to undo is over. `svc`: only our own records change. */
  readonly by: 'pay' | 'svc';
  /** `sent`, also while it is being sent: it cannot be undone any more. `confirmed`: the provider will not charge again. */
  readonly progress: 'scheduled' | 'sent' | 'confirmed';
}

/** A plan change that the provider is being asked for, until its outcome is on record. It is asked for once. */
export interface PlanIntent {
  /** The provider's reference of the wanted plan. */
  readonly planReference: string;
  /** When it was recorded, just before the provider was called; epoch ms. */
  readonly at: number;
  /** The request: identical ones have the same text. */
  readonly as: string;
}

/** A renewal that was not paid, and how it is being recovered, as last read at the provider. Times are epoch ms. */
export interface Recovery {
  /** The newest failed order. */
  readonly order: string;
  /** When it failed first, or another card was entered since: the days of the schedule count from there. */
  readonly failedAt: number;
  /** Every attempt with the present card in the last 30 days, whoever made it, oldest first. */
  readonly attempts: readonly number[];
  /** When we asked for one in that time, oldest first. */
  readonly asked: readonly number[];
  /** How many attempts at the order have failed. */
  readonly failures: number;
  /** Whether the provider is at another attempt. */
  readonly isRunning: boolean;
  /** What the bank said last. */
  readonly decline: Decline;
  /** When the schedule tries next; null if it does not. */
  readonly nextAttemptAt: number | null;
  /** When the subscription is cancelled if nobody has paid until then. */
  readonly endsAt: number;
}

/** A retry that the provider was asked for, until its result is seen there. It is asked for once. Times are epoch ms. */
export interface RetryIntent {
  readonly order: string;
  readonly at: number;
  /** How many attempts at the order had failed before. */
  readonly failures: number;
  /** Whether no result was seen in all its time, so that a person must look. */
  readonly isLost: boolean;
}

/** A provider reference whose orders may still change. */
export interface OpenReference {
  readonly reference: string;
  /** Orders that began before this (epoch ms) are final and on record; 0 until one is. */
  readonly recordedBefore: number;
}

/** A tenant's subscriber. Times are epoch ms; periods are the provider's own. */
export interface Subscription {
  readonly id: string;
  /** Raised by one with each change, for optimistic locking. */
  readonly revision: number;
  /** The number of its events so far; each event carries its number (`X-Svc-Sequence`). */
  readonly eventCount: number;
  readonly payReference: string;
  readonly customerReference: string;
  /** The merchant account at the provider that all its references belong to; null where that is not known. */
  readonly merchantId: string | null;
  /** The current plan, by our records. */
  readonly plan: PlanTerms;
  /** The plan that follows, and from when (NEXT_PERIOD). */
  readonly nextPlan: { readonly plan: PlanTerms; readonly from: number } | null;
  /** The plan that the provider charges, or will charge next; differs if a change is in our records alone. */
  readonly payPlanReference: string;
  /** The references still under reconciliation, oldest first, including the current one until it is settled. */
  readonly openReferences: readonly OpenReference[];
  /** Charges of periods before this (epoch ms) were invoiced elsewhere; null if none were. */
  readonly invoicedSince: number | null;
  /** Its own buyer: other purchases of the customer do not change it. */
  readonly customer: Buyer & { readonly id: string };
  /** The reference of the checkout it was bought by; null if it was imported, or bought before these were kept. */
  readonly clientReferenceId: string | null;
  readonly status: SubscriptionStatus;
  readonly createdAt: number;
  readonly firstStart: number | null;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  /** When the first waiting order at the provider begins, as last read; null if none waits or it is not known. */
  readonly nextOrderAt: number | null;
  /** The order that was paid with the purchase and is no renewal; null until it is known, and after a trial. */
  readonly firstOrder: string | null;
  readonly beganWithTrial: boolean;
  /** The subtype of its SUBSCRIBED event, until that is sent. */
  readonly unannouncedSubtype: 'INITIAL_BUY' | 'RESUBSCRIBE' | null;
  /** The provider's order that failed last and is still unpaid. */
  readonly failedOrder: string | null;
  /** When an attempt at it failed last. */
  readonly failedAt: number | null;
  /** When it fell due. */
  readonly failedDueAt: number | null;
  readonly graceEndsAt: number | null;
  /** While a failed renewal is unpaid. */
  readonly recovery: Recovery | null;
  readonly retry: RetryIntent | null;
  /** When a customer last came back from a card form, while a failed renewal is unpaid. */
  readonly cardReturnedAt: number | null;
  readonly cancellation: Cancellation | null;
  readonly planIntent: PlanIntent | null;
  readonly planChangedAt: number | null;
  /** The last plan change or undo that was carried out or refused, for those who repeat it. */
  readonly lastRequest: LastRequest | null;
  readonly endedAt: number | null;
}

/** Whether a subscription is over, for good. */
export const hasEnded = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'CANCELLED' || status === 'EXPIRED';

/** A copy of the subscription with some fields replaced. */
export function changed(subscription: Subscription, fields: Partial<Subscription>): Subscription {
  return { ...subscription, ...fields };
}

/** Whether the paid period of an active subscription is over or unknown, so that its next order must be looked for. */
export function periodIsStale({ status, periodEnd }: Subscription, now: number): boolean {
  return status === 'ACTIVE' && now >= (periodEnd ?? now);
}
