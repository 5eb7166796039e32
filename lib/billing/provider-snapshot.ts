import { DAY_MS } from '../limits.ts';
import { oneOf, orNull, part, text, type TypeOf } from '../record.ts';

/**
 * What a bank's refusal says of another attempt with the same card. `never`: the card will not work. `customer`: only after
 * the customer has acted. `ours`: trouble of the tenant's account, or of ours. `soft`: another day may do. `unknown`: the
 * code says nothing.
 */
export const DECLINE_CLASSES = ['never', 'customer', 'ours', 'soft', 'unknown'] as const;
/** One of `DECLINE_CLASSES`. */
export type DeclineClass = (typeof DECLINE_CLASSES)[number];

/**
 * What a customer may be told of why a payment failed. Of lost, stolen and suspected cards it says no more than that they
 * cannot be used.
 */
export type DeclineReason =
  'funds' | 'expired' | 'details' | 'closed' | 'unusable' | 'unreachable' | 'shop' | 'unstated';

/** Why the newest attempt failed. */
export const DECLINE = part({
  /** The provider's code; null if it gave none. */
  code: orNull(text),
  means: oneOf(DECLINE_CLASSES),
});
/** Such a reason. */
export type Decline = TypeOf<typeof DECLINE>;

/** An order as the payment provider reports it, as far as our rules need it, with its plan's reference. Times are epoch ms. */
export interface ProviderOrder {
  readonly reference: string;
  readonly planReference: string;
  readonly amount: string;
  readonly currency: string;
  readonly start: number;
  readonly end: number;
  readonly status: 'WAITING' | 'PAID' | 'FAILED' | 'VOID';
  /** Whether the provider is at another attempt, after one that failed. */
  readonly isRunning: boolean;
  /** When each failed payment attempt was made, oldest first. */
  readonly failures: readonly number[];
  /** How many attempts after the first are shown, and not when they were made. */
  readonly undated: number;
  readonly paidAt: number | null;
  /** Of the newest failed attempt; null if none failed. */
  readonly decline: Decline | null;
}

/** One subscription reference as the payment provider reports it. Times are epoch ms. */
export interface ProviderSubscription {
  readonly reference: string;
  readonly planReference: string;
  readonly status: 'ACTIVE' | 'PENDING' | 'UNPAID' | 'CANCELLED' | 'EXPIRED';
  /** Whether a plan change has replaced it by another reference, which is charged from then on. */
  readonly isReplaced: boolean;
  readonly createdAt: number;
  readonly startAt: number;
  readonly trialEnd: number | null;
  /** Oldest first. */
  readonly orders: readonly ProviderOrder[];
}

/** Every open reference of a subscriber, oldest first; the current one is not replaced. */
export interface ProviderSnapshot {
  readonly earlier: readonly ProviderSubscription[];
  readonly current: ProviderSubscription;
}

/** Whether the provider will charge nothing more under a reference. */
export function isOver({ status, isReplaced }: Pick<ProviderSubscription, 'status' | 'isReplaced'>): boolean {
  return isReplaced || status === 'CANCELLED' || status === 'EXPIRED';
}

/** How long after its start an order still WAITING under an ended reference counts as void (our choice). */
const WAITING_VOID_AFTER_MS = 2 * DAY_MS;

/** Whether an order can no longer change. */
export function isFinal(
  order: ProviderOrder,
  of: Pick<ProviderSubscription, 'status' | 'isReplaced'>,
  now: number,
): boolean {
  if (order.status === 'PAID' || order.status === 'VOID') return true;
  if (!isOver(of)) return false;
  return order.status === 'FAILED' || now >= order.start + WAITING_VOID_AFTER_MS;
}
