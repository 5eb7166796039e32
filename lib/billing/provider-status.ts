import { CLOCK_DIFFERENCE_MS } from '../limits.ts';
import { cancelConfirmed, end, withCancellation } from './cancellation.ts';
import { eventOf, unchanged, type Decision } from './decision.ts';
import { isBeyondEnd } from './order.ts';
import type { ProviderSnapshot, ProviderSubscription } from './provider-snapshot.ts';
import { changed, hasEnded, type Subscription } from './subscription.ts';

/** Announces SUBSCRIBED, if that is still to come, once the subscription has begun; then a cancellation made before. */
export function applyActivation(
  before: Subscription,
  { earlier, current }: ProviderSnapshot,
  now: number,
): Decision {
  const isPaid = [...earlier, current].some(({ orders }) => orders.some(({ status }) => status === 'PAID'));
  const hasBegun = current.status === 'ACTIVE' || isPaid || hasTrialRun(current);
  if (!before.unannouncedSubtype || !hasBegun || hasEnded(before)) return unchanged(before);
  const { id, cancellation, unannouncedSubtype: subtype } = before;
  const status = before.status === 'PENDING' ? 'ACTIVE' : before.status;
  const subscription = changed(before, { status, unannouncedSubtype: null });
  const at = Math.min(now, (earlier[0] ?? current).startAt);
  const subscribed = { type: 'SUBSCRIBED', subtype, cause: `begun:${id}`, at } as const;
  const disabled = { type: 'DID_CHANGE_RENEWAL_STATUS', subtype: 'AUTO_RENEW_DISABLED' } as const;
  const events = [eventOf(subscription, subscribed, before)];
  if (cancellation) {
    const what = { ...disabled, cause: `cancel:${id}:begun`, at: Math.max(at, cancellation.at) };
    events.push(eventOf(subscription, what, before));
  }
  return { subscription, events };
}

/** Whether a trial began before its subscription was cancelled: the provider makes no order of one that never began. */
function hasTrialRun({ status, trialEnd, orders }: ProviderSubscription): boolean {
  return status === 'CANCELLED' && trialEnd !== null && orders.length > 0;
}

/** Applies what only the provider's status tells: activation, end, and a cancellation made at the provider. */
export function applyStatus(
  subscription: Subscription,
  current: ProviderSubscription,
  now: number,
): Decision {
  if (hasEnded(subscription)) return unchanged(subscription);
  switch (current.status) {
    case 'ACTIVE': // it has begun, or no order of its own had stopped it
      return unchanged(failureStands(subscription, current, now) ? subscription : active(subscription));
    case 'PENDING':
      return notBegun(subscription, current, now);
    case 'UNPAID':
      return unchanged(unpaid(subscription, current));
    case 'EXPIRED':
      return end(subscription, 'EXPIRED', Math.min(now, subscription.periodEnd ?? now));
    case 'CANCELLED':
      return subscription.cancellation
        ? unchanged(withCancellationConfirmed(subscription, now))
        : cancelledAtProvider(subscription, now);
  }
}

/** Whether a failed order keeps an active subscription unpaid: not that of a reference replaced since, while it is paid for. */
function failureStands(
  { failedOrder, periodEnd }: Subscription,
  { orders }: ProviderSubscription,
  now: number,
): boolean {
  if (failedOrder === null) return false;
  const isPaidFor = periodEnd !== null && now < periodEnd;
  return !isPaidFor || orders.some(({ reference }) => reference === failedOrder);
}

const active = (one: Subscription): Subscription =>
  changed(one, { status: 'ACTIVE', failedOrder: null, failedAt: null, graceEndsAt: null });

/** Taken as active after the provider's word that it was activated, which was not true: it waits, and a person sees it. */
function notBegun(subscription: Subscription, { startAt }: ProviderSubscription, now: number): Decision {
  const { status, periodEnd, createdAt } = subscription;
  const isSure = now >= Math.max(startAt, createdAt + CLOCK_DIFFERENCE_MS);
  if (status !== 'ACTIVE' || periodEnd !== null || !isSure) return unchanged(subscription);
  const statuses = { ours: 'ACTIVE', theirs: 'PENDING' };
  const difference = { kind: 'status_differs', about: 'activation', ...statuses, since: now } as const;
  return { ...unchanged(changed(subscription, { status: 'PENDING' })), differences: [difference] };
}

/** Failed to pay, unless all that the provider failed to collect is for time after a cancellation in our records alone. */
function unpaid(subscription: Subscription, { orders }: ProviderSubscription): Subscription {
  const failed = orders.filter(({ status }) => status === 'FAILED');
  const isOwed = failed.length === 0 || failed.some((order) => !isBeyondEnd(subscription, order));
  return isOwed ? changed(subscription, { status: 'PAYMENT_FAILED' }) : subscription;
}

/**
 * The provider has carried out a cancellation. It will not retry failed orders for the time afterwards, so access until
 * the end of the paid period is restored.
 */
function withCancellationConfirmed(subscription: Subscription, now: number): Subscription {
  const confirmed = cancelConfirmed(subscription);
  const isPaidFor = now < (subscription.cancellation?.accessUntil ?? now);
  if (confirmed.status !== 'PAYMENT_FAILED' || !isPaidFor) return confirmed;
  return active(confirmed);
}

/** Cancelled at the provider directly. */
function cancelledAtProvider(subscription: Subscription, now: number): Decision {
  const cause = `cancelled:${subscription.payReference}`;
  return withCancellation(subscription, { at: now, by: 'pay', progress: 'confirmed' }, cause);
}
