import { CHANGES_PER_COMMIT } from '../limits.ts';
import type { InvoiceDraft } from './decision.ts';
import type { EventSubtype, EventType } from './events.ts';
import { wasPaid, type Invoice } from './invoice.ts';
import type { ProviderOrder } from './provider-snapshot.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/** Something that happened to an order, and the order as it was right then. */
export interface OrderNews {
  readonly order: ProviderOrder;
  /** How it is announced; undefined for what the purchase has announced. */
  readonly event?: { cause: string; type: EventType; subtype?: EventSubtype; at: number };
}

/** What happened to an order since its invoice was written, oldest first: each failed attempt, and its payment. */
export function newsOf(order: ProviderOrder, known: Invoice | undefined, one: Subscription): OrderNews[] {
  const isPaidHere = known !== undefined && wasPaid(known);
  const cause = (what: string) => `order:${order.reference}:${what}`;
  const failed = order.failures.map((at, nth): OrderNews => {
    const failures = order.failures.slice(0, nth + 1);
    const event = { cause: cause(`failed:${nth + 1}`), type: 'DID_FAIL_TO_RENEW', at } as const;
    return { order: { ...order, status: 'FAILED', failures, paidAt: null }, event };
  });
  const news = isPaidHere || hasEnded(one) ? [] : failed.slice(known?.failures ?? 0);
  if (order.status !== 'PAID' || (isPaidHere && !wasDisregarded(one, order))) return news;
  if (belongsToPurchase(one, order)) return [...news, { order }];
  const renewed = { type: 'DID_RENEW', subtype: 'BILLING_RECOVERY' } as const;
  return [...news, { order, event: { ...renewed, cause: cause('paid'), at: order.paidAt ?? order.start } }];
}

/** The order paid with the purchase belongs to SUBSCRIBED; every other one is a renewal, also the first after a trial. */
function belongsToPurchase({ firstOrder, beganWithTrial }: Subscription, order: ProviderOrder): boolean {
  return !beganWithTrial && firstOrder === order.reference && order.failures.length === 0;
}

/**
 * Whether a recorded payment opened no period because of a cancellation that was undone since, or ends later now.
 * Recorded periods never go back, so a payment that did open one does not begin after `periodStart`.
 */
export function wasDisregarded(subscription: Subscription, order: ProviderOrder): boolean {
  const { periodStart } = subscription;
  return !hasEnded(subscription) && periodStart !== null && order.start > periodStart;
}

/** The new state of an order's invoice; undefined if it is unchanged, or if an order without one is VOID. */
export function invoiceDraftOf(order: ProviderOrder, known: Invoice | undefined): InvoiceDraft | undefined {
  const there = order.status === 'WAITING' ? 'PENDING' : order.status;
  if (there === 'VOID' && !known) return undefined;
  const status = known?.status === 'REFUNDED' ? 'REFUNDED' : there;
  if (known?.status === status && known.failures >= order.failures.length) return undefined;
  return { order, status, failures: order.failures.length, date: order.paidAt ?? order.start, known };
}

/** An order as it was after the first of its unrecorded failures, if they are more than one transaction records. */
export function firstFailures(order: ProviderOrder, known: Invoice | undefined): ProviderOrder {
  const most = (known?.failures ?? 0) + CHANGES_PER_COMMIT;
  if ((known && wasPaid(known)) || order.failures.length <= most) return order;
  return { ...order, status: 'FAILED', failures: order.failures.slice(0, most) };
}
