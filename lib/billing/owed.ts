import { CHANGES_PER_COMMIT } from '../limits.ts';
import type { InvoiceDraft } from './decision.ts';
import type { FoundDifference } from './difference.ts';
import type { EventSubtype, EventType } from './events.ts';
import { wasPaid, type Invoice } from './invoice.ts';
import { isBeyondEnd } from './projection.ts';
import type { ProviderOrder } from './provider-snapshot.ts';
import { hasEnded, type Cancellation, type Subscription } from './subscription.ts';

/** Something that happened to an order, and the order as it was right then. */
export interface OrderNews {
  readonly order: ProviderOrder;
  /** How it is announced; undefined for what the purchase has announced. */
  readonly event?: { cause: string; type: EventType; subtype?: EventSubtype; at: number };
}

/** What an order owes that is not on record yet. */
export interface Owed {
  /** Oldest first. */
  readonly news: readonly OrderNews[];
  readonly invoice: InvoiceDraft | undefined;
  /** Whether this is all; if not, the rest is owed next. */
  readonly isWhole: boolean;
}

/**
 * What an order owes, by its invoice on record. One beyond the end (`isBeyond`) owes no news, and no failure counts: what
 * it owes is announced if the cancellation is undone. Failures up to `toldUntil` (epoch ms) came with an import.
 */
export function owedFor(
  order: ProviderOrder,
  known: Invoice | undefined,
  one: Subscription,
  { isBeyond, toldUntil }: { readonly isBeyond: boolean; readonly toldUntil: number },
): Owed {
  if (isBeyond) {
    const failures = order.failures.slice(0, known?.failures ?? 0);
    return { news: [], invoice: invoiceDraftOf({ ...order, failures }, known), isWhole: true };
  }
  const part = firstFailures(order, known);
  const told = known?.failures ?? part.failures.filter((at) => at <= toldUntil).length;
  return {
    news: newsOf(part, known, { one, told }),
    invoice: invoiceDraftOf(part, known),
    isWhole: part === order,
  };
}

/** What happened to an order since it was told, oldest first: each failed attempt after the first `told`, and its payment. */
function newsOf(
  order: ProviderOrder,
  known: Invoice | undefined,
  { one, told }: { readonly one: Subscription; readonly told: number },
): OrderNews[] {
  const isPaidHere = known !== undefined && wasPaid(known);
  const cause = (what: string) => `order:${order.reference}:${what}`;
  const failed = order.failures.map((at, nth): OrderNews => {
    const failures = order.failures.slice(0, nth + 1);
    const event = { cause: cause(`failed:${nth + 1}`), type: 'DID_FAIL_TO_RENEW', at } as const;
    return { order: { ...order, status: 'FAILED', failures, paidAt: null }, event };
  });
  const news = isPaidHere || hasEnded(one) ? [] : failed.slice(told);
  if (order.status !== 'PAID' || (isPaidHere && !wasDisregarded(one, order))) return news;
  if (belongsToPurchase(one, order)) return [...news, { order }];
  const renewed = { type: 'DID_RENEW', subtype: 'BILLING_RECOVERY' } as const;
  return [...news, { order, event: { ...renewed, cause: cause('paid'), at: order.paidAt ?? order.start } }];
}

/**
 * Until when (epoch ms) failures were told with a subscription that was taken over while it owed a payment: its order has
 * no invoice before it is read for the first time.
 */
export function toldWithImport(
  { failedOrder, failedAt }: Subscription,
  orders: readonly ProviderOrder[],
  known: { invoiceOf(order: ProviderOrder): Invoice | undefined },
): number {
  const owed = orders.find(({ reference }) => reference === failedOrder);
  return owed && !known.invoiceOf(owed) ? (failedAt ?? 0) : 0;
}

/** The order paid with the purchase belongs to SUBSCRIBED; every other one is a renewal, also the first after a trial. */
function belongsToPurchase({ firstOrder, beganWithTrial }: Subscription, order: ProviderOrder): boolean {
  return !beganWithTrial && firstOrder === order.reference && order.failures.length === 0;
}

/**
 * Whether a recorded payment opened no period because of a cancellation that was undone since, or ends later now.
 * Recorded periods never go back, so a payment that did open one does not begin after `periodStart`.
 */
function wasDisregarded(subscription: Subscription, order: ProviderOrder): boolean {
  const { periodStart } = subscription;
  return !hasEnded(subscription) && periodStart !== null && order.start > periodStart;
}

/** Whether a final order counts for nothing for now, because of a cancellation that can be undone, or ends later since. */
export function isDisregarded(one: Subscription, order: ProviderOrder): boolean {
  if (hasEnded(one)) return false;
  return isBeyondEnd(one, order.start) || (order.status === 'PAID' && wasDisregarded(one, order));
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
function firstFailures(order: ProviderOrder, known: Invoice | undefined): ProviderOrder {
  const most = (known?.failures ?? 0) + CHANGES_PER_COMMIT;
  if ((known && wasPaid(known)) || order.failures.length <= most) return order;
  return { ...order, status: 'FAILED', failures: order.failures.slice(0, most) };
}

/** What our records say where a charge follows a cancellation. */
export const CANCELLED = {
  here: 'cancelled in our records alone',
  unsent: 'cancelled, not yet at the provider',
  there: 'cancelled, at the provider too',
} as const;

/** The difference to report if a charge came after the cancellation, for time that the customer did not agree to. */
export function chargedAfterCancellation(
  order: ProviderOrder,
  before: Subscription,
  after: Subscription,
): FoundDifference[] {
  const { cancellation } = before;
  if (!cancellation || isAgreed(order, cancellation, hasEnded(before) ? before : after)) return [];
  const { reference, amount, currency, paidAt, start } = order;
  const byPay = cancellation.progress === 'confirmed' ? CANCELLED.there : CANCELLED.unsent;
  const ours = cancellation.by === 'svc' ? CANCELLED.here : byPay;
  const theirs = `charged ${amount} ${currency}`;
  return [{ kind: 'charged_after_cancellation', about: reference, ours, theirs, since: paidAt ?? start }];
}

/** Whether a charge is owed despite the cancellation: it was made before, or its period ends in time, or extends access. */
function isAgreed(
  { paidAt, start, end }: ProviderOrder,
  { at, by, accessUntil }: Cancellation,
  { cancellation: extended }: Subscription,
): boolean {
  const isBefore = (paidAt ?? start) <= at;
  if (accessUntil === null || start >= accessUntil) return isBefore && by === 'pay';
  return isBefore || end <= (extended?.accessUntil ?? 0);
}
