import { DAY_MS } from '../limits.ts';

/** What the payment provider tells of an order, as far as our rules need it. Times are epoch ms. */
export interface ProviderOrder {
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly start: number;
  readonly end: number;
  readonly status: 'WAITING' | 'PAID' | 'FAILED' | 'VOID';
  /** When each failed payment attempt was made, oldest first. */
  readonly failures: readonly number[];
  readonly paidAt: number | null;
}

/** What the payment provider tells of one of its references. Times are epoch ms. */
export interface ProviderSubscription {
  readonly reference: string;
  readonly planReference: string;
  /** SUPERSEDED: another reference has taken its place after a change of plan. */
  readonly status: 'ACTIVE' | 'PENDING' | 'UNPAID' | 'CANCELLED' | 'EXPIRED' | 'SUPERSEDED';
  readonly createdAt: number;
  readonly startAt: number;
  readonly trialEnd: number | null;
  /** Oldest first. */
  readonly orders: readonly ProviderOrder[];
}

/** Every reference of a subscriber that is not settled yet, in the order in which they followed each other. */
export interface ProviderSnapshot {
  readonly earlier: readonly ProviderSubscription[];
  readonly current: ProviderSubscription;
}

/** Whether the provider will charge nothing more for a reference. */
export function isOver({ status }: Pick<ProviderSubscription, 'status'>): boolean {
  return status === 'CANCELLED' || status === 'EXPIRED' || status === 'SUPERSEDED';
}

/** How long after its time an order that still waits under an ended reference is believed to be void (our choice). */
const WAITING_VOID_AFTER_MS = 2 * DAY_MS;

/** Whether nothing can become of an order any more. */
export function isFinal(
  order: ProviderOrder,
  of: Pick<ProviderSubscription, 'status'>,
  now: number,
): boolean {
  if (order.status === 'PAID' || order.status === 'VOID') return true;
  if (!isOver(of)) return false;
  return order.status === 'FAILED' || now >= order.start + WAITING_VOID_AFTER_MS;
}
