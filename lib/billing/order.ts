import { CHANGES_PER_COMMIT, DAY_MS } from '../limits.ts';
import { eventOf, unchanged, type Decision, type InvoiceDraft } from './decision.ts';
import type { SubscriptionEvent } from './events.ts';
import { wasPaid, type Invoice } from './invoice.ts';
import { withPeriod } from './period.ts';
import { applyNextPlan } from './plan-change.ts';
import type { ProviderOrder } from './provider-snapshot.ts';
import { changed, hasEnded, type Subscription } from './subscription.ts';

const RENEWED = { type: 'DID_RENEW', subtype: 'BILLING_RECOVERY' } as const;
const UNPAID = { type: 'DID_FAIL_TO_RENEW' } as const;

/**
 * Applies an order to a subscription: announces each new failed attempt, and its payment, with the plan of the order's
 * period, or, of a reference replaced since, `itsPlan`. The current plan stays until that period begins, however early the charge.
 */
export function applyOrder(
  before: Subscription,
  order: ProviderOrder,
  known: Invoice | undefined,
  itsPlan: Subscription['plan'] | undefined,
): Decision {
  const began = applyNextPlan(before, order.start, order.planReference);
  if (isBeyondEnd(began, order)) return unchanged(before);
  const events: SubscriptionEvent[] = [];
  let subscription = withFirstOrder(began, order);
  const announce = (what: typeof RENEWED | typeof UNPAID, after: Subscription, cause: string, at: number) => {
    const event = { ...what, cause: `order:${order.reference}:${cause}`, at, plan: itsPlan ?? after.plan };
    if (!hasEnded(before)) events.push(eventOf(after, event, subscription));
    subscription = after;
  };
  const isPaidHere = known !== undefined && wasPaid(known);
  if (!isPaidHere)
    for (const [index, at] of order.failures.entries())
      if (index >= (known?.failures ?? 0) && !hasEnded(before))
        announce(UNPAID, failed(subscription, order, at, itsPlan), `failed:${index + 1}`, at);
  if (order.status === 'PAID' && (!isPaidHere || wasDisregarded(began, order))) {
    const after = paid(subscription, order);
    if (belongsToPurchase(subscription, order)) subscription = after;
    else announce(RENEWED, after, 'paid', order.paidAt ?? order.start);
  }
  return { subscription: changed(subscription, { plan: before.plan, nextPlan: before.nextPlan }), events };
}

/** The order paid with the purchase belongs to SUBSCRIBED; every other one is a renewal, also the first after a trial. */
function belongsToPurchase({ firstOrder, beganWithTrial }: Subscription, order: ProviderOrder): boolean {
  return !beganWithTrial && firstOrder === order.reference && order.failures.length === 0;
}

function withFirstOrder(subscription: Subscription, order: ProviderOrder): Subscription {
  if (subscription.beganWithTrial || subscription.firstOrder !== null) return subscription;
  return changed(subscription, { firstOrder: order.reference });
}

/** Whether an order is for time after a cancellation that the provider does not know of: its payment is no renewal. */
export function isBeyondEnd({ cancellation }: Subscription, order: ProviderOrder): boolean {
  if (cancellation?.by !== 'svc' || cancellation.accessUntil === null) return false;
  return order.start >= cancellation.accessUntil;
}

/**
 * Whether a recorded payment opened no period because of a cancellation that was undone since, or ends later now.
 * Recorded periods never go back, so a payment that did open one does not begin after `periodStart`.
 */
export function wasDisregarded(subscription: Subscription, order: ProviderOrder): boolean {
  const { periodStart } = subscription;
  return !hasEnded(subscription) && periodStart !== null && order.start > periodStart;
}

/** The grace period counts from an order's first failure; further attempts do not extend it. */
function failed(subscription: Subscription, order: ProviderOrder, at: number, plan = subscription.plan) {
  const isAgain = subscription.failedOrder === order.reference;
  const graceEndsAt = plan.graceDays === null ? null : at + plan.graceDays * DAY_MS;
  return changed(subscription, {
    status: 'PAYMENT_FAILED',
    failedOrder: order.reference,
    failedAt: at,
    graceEndsAt: isAgain ? subscription.graceEndsAt : graceEndsAt,
  });
}

/** A paid order opens its period, unless a later one is open, and clears the failure it pays for. */
function paid(subscription: Subscription, order: ProviderOrder): Subscription {
  const isNewest = order.start >= (subscription.periodStart ?? order.start);
  const paysFailure = isNewest || subscription.failedOrder === order.reference;
  const status = hasEnded(subscription) ? subscription.status : 'ACTIVE';
  const settled = { status, failedOrder: null, failedAt: null, graceEndsAt: null } as const;
  const after = paysFailure ? { ...subscription, ...settled } : subscription;
  return isNewest ? withPeriod(after, order.start, order.end) : after;
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
