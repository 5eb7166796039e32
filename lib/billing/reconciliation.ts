import { DAY_MS } from '../limits.ts';
import { cancelSent, end, endIfOver } from './cancellation.ts';
import { draftOf, type InvoiceDraft } from './invoice-draft.ts';
import { eventOf, type SubscriptionEvent } from './events.ts';
import type { Invoice } from './invoice.ts';
import type { ProviderOrder, ProviderSubscription } from './provider-snapshot.ts';
import { hasEnded, type Subscription } from './subscription.ts';

export interface Reconciliation {
  readonly subscription: Subscription;
  readonly invoices: readonly InvoiceDraft[];
  readonly events: readonly SubscriptionEvent[];
}

/** The orders that can still tell something new: those of the current period and later. */
export function relevantOrders(
  subscription: Subscription,
  orders: readonly ProviderOrder[],
  now: number,
): ProviderOrder[] {
  const { periodStart } = subscription;
  return orders.filter(({ start }) => start >= (periodStart ?? start) && start <= now);
}

/**
 * Compares a subscription with what the provider tells of it, and says what has happened since. Order by order,
 * oldest first: each failed attempt and each payment is told once, whoever brought the news and in whichever order.
 */
export function reconcile(
  before: Subscription,
  seen: ProviderSubscription,
  knownInvoice: (order: ProviderOrder) => Invoice | undefined,
  now: number,
): Reconciliation {
  let subscription = before;
  const events: SubscriptionEvent[] = [];
  const invoices: InvoiceDraft[] = [];
  for (const order of relevantOrders(before, seen.orders, now)) {
    const known = knownInvoice(order);
    const told = applyOrder(subscription, order, known);
    subscription = told.subscription;
    events.push(...told.events);
    const draft = draftOf(order, known);
    if (draft) invoices.push(draft);
  }
  const begun = applyActivation(subscription, seen, now);
  const stands = applyStatus(begun.subscription, seen, now);
  const ended = endIfOver(stands.subscription, now);
  return {
    subscription: ended.subscription,
    invoices,
    events: [...begun.events, ...events, ...stands.events, ...ended.events],
  };
}

interface Told {
  readonly subscription: Subscription;
  readonly events: readonly SubscriptionEvent[];
}

function applyOrder(before: Subscription, order: ProviderOrder, known: Invoice | undefined): Told {
  if (isBeyondEnd(before, order)) return { subscription: before, events: [] };
  const events: SubscriptionEvent[] = [];
  let subscription: Subscription = { ...before, firstOrder: before.firstOrder ?? order.reference };
  order.failures.forEach((at, index) => {
    if (hasEnded(before) || index < (known?.failures ?? 0)) return;
    subscription = failed(subscription, order, at);
    const cause = `order:${order.reference}:failed:${index + 1}`;
    events.push(eventOf(subscription, { cause, type: 'DID_FAIL_TO_RENEW', at }));
  });
  if (order.status === 'PAID' && known?.status !== 'PAID') {
    const at = order.paidAt ?? order.start;
    subscription = paid(subscription, order);
    const belongsToPurchase = subscription.firstOrder === order.reference && order.failures.length === 0;
    if (!belongsToPurchase && !hasEnded(before)) {
      const cause = `order:${order.reference}:paid`;
      events.push(eventOf(subscription, { cause, type: 'DID_RENEW', subtype: 'BILLING_RECOVERY', at }));
    }
  }
  return { subscription, events };
}

/** A cancellation that the provider was not to hear of: what it charges for afterwards is no renewal. */
function isBeyondEnd({ cancellation }: Subscription, order: ProviderOrder): boolean {
  if (cancellation?.by !== 'svc' || cancellation.accessUntil === null) return false;
  return order.start >= cancellation.accessUntil;
}

/** The grace period counts from the first failure of an order; further attempts do not lengthen it. */
function failed(subscription: Subscription, order: ProviderOrder, at: number): Subscription {
  const again = subscription.failedOrder === order.reference;
  const { graceDays } = subscription.plan;
  return {
    ...subscription,
    status: 'PAYMENT_FAILED',
    failedOrder: order.reference,
    failedAt: at,
    graceEndsAt: again ? subscription.graceEndsAt : graceDays === null ? null : at + graceDays * DAY_MS,
  };
}

/** A paid order opens its period; what was paid for is used up before a cancellation takes effect. */
function paid(subscription: Subscription, order: ProviderOrder): Subscription {
  const { cancellation } = subscription;
  const extended =
    cancellation?.by === 'pay'
      ? { ...cancellation, accessUntil: Math.max(cancellation.accessUntil ?? order.end, order.end) }
      : cancellation;
  return {
    ...subscription,
    status: hasEnded(subscription) ? subscription.status : 'ACTIVE',
    periodStart: order.start,
    periodEnd: order.end,
    failedOrder: null,
    failedAt: null,
    graceEndsAt: null,
    cancellation: extended,
  };
}

/** A subscription whose beginning nobody has been told of yet is told of once it has begun, before all else. */
function applyActivation(before: Subscription, seen: ProviderSubscription, now: number): Told {
  const begun = seen.status === 'ACTIVE' || seen.orders.some(({ status }) => status === 'PAID');
  if (!before.unannouncedSubtype || !begun || hasEnded(before)) return { subscription: before, events: [] };
  const status = before.status === 'PENDING' ? 'ACTIVE' : before.status;
  const subscription: Subscription = { ...inTrial(before, seen), status, unannouncedSubtype: null };
  const what = {
    cause: `begun:${before.id}`,
    type: 'SUBSCRIBED',
    subtype: before.unannouncedSubtype,
    at: now,
  } as const;
  return { subscription, events: [eventOf(subscription, what)] };
}

/** Takes over what only the provider's status tells: activation, end, and a cancellation made elsewhere. */
function applyStatus(before: Subscription, seen: ProviderSubscription, now: number): Told {
  if (hasEnded(before)) return { subscription: before, events: [] };
  const subscription = inTrial(before, seen);
  switch (seen.status) {
    case 'ACTIVE':
      return { subscription: runsAgain(subscription), events: [] };
    case 'PENDING':
      return { subscription, events: [] };
    case 'UNPAID':
      return { subscription: { ...subscription, status: 'PAYMENT_FAILED' }, events: [] };
    case 'EXPIRED':
      return end(subscription, 'EXPIRED', now);
    case 'CANCELLED':
      return subscription.cancellation
        ? { subscription: cancelSent(subscription), events: [] }
        : cancelledElsewhere(subscription, now);
  }
}

function inTrial(subscription: Subscription, seen: ProviderSubscription): Subscription {
  if (subscription.periodEnd !== null || seen.trialEnd === null) return subscription;
  return { ...subscription, periodStart: seen.startAt, periodEnd: seen.trialEnd };
}

/** The provider calls it active: it has begun, or what stopped it was not an order of its own. */
function runsAgain(subscription: Subscription): Subscription {
  return subscription.failedOrder === null ? { ...subscription, status: 'ACTIVE' } : subscription;
}

/** Somebody cancelled at the provider: what was paid for is still honoured. */
function cancelledElsewhere(before: Subscription, now: number): Told {
  const accessUntil = before.status === 'ACTIVE' ? before.periodEnd : now;
  const subscription: Subscription = {
    ...before,
    cancellation: { at: now, accessUntil, by: 'pay', sent: true },
  };
  const event = eventOf(subscription, {
    cause: `cancelled:${before.payReference}`,
    type: 'DID_CHANGE_RENEWAL_STATUS',
    subtype: 'AUTO_RENEW_DISABLED',
    at: now,
  });
  return { subscription, events: [event] };
}
