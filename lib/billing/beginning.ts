import { CLOCK_DIFFERENCE_MS } from '../limits.ts';
import { eventOf, unchanged, type Decision } from './decision.ts';
import type { FoundDifference } from './difference.ts';
import type { ProviderOrder, ProviderSnapshot, ProviderSubscription } from './provider-snapshot.ts';
import { changed, hasEnded, type Subscription, type SubscriptionStatus } from './subscription.ts';

/** The subscription, which began with a trial if no order was paid with the purchase. */
export function withFirstTrial(
  one: Subscription,
  { startAt, trialEnd }: ProviderSubscription,
  now: number,
): Subscription {
  const isGiven = trialEnd !== null && trialEnd > startAt && startAt <= now && !hasEnded(one);
  return isGiven && one.firstOrder === null ? changed(one, { beganWithTrial: true }) : one;
}

/** The subscription, whose first order belongs to the purchase unless it began with a trial. */
export function withFirstOrder(one: Subscription, order: ProviderOrder): Subscription {
  return one.beganWithTrial || one.firstOrder !== null ? one : changed(one, { firstOrder: order.reference });
}

/**
 * Announces SUBSCRIBED, if that is still to come, once the subscription has begun; then a cancellation made before. Its
 * status was `from` until then.
 */
export function announceBeginning(
  one: Subscription,
  from: SubscriptionStatus,
  { earlier, current }: ProviderSnapshot,
  now: number,
): Decision {
  const isPaid = [...earlier, current].some(({ orders }) => orders.some(({ status }) => status === 'PAID'));
  const hasBegun = current.status === 'ACTIVE' || isPaid || hasTrialRun(current);
  if (!one.unannouncedSubtype || !hasBegun) return unchanged(one);
  const { id, cancellation, unannouncedSubtype: subtype } = one;
  const before = { ...one, status: from };
  const subscription = changed(one, { unannouncedSubtype: null });
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

/** Whether the provider's word counts that an active subscription waits: its answers may lag behind the activation. */
export function isBelieved(
  { status, periodEnd, createdAt }: Subscription,
  there: ProviderSubscription,
  now: number,
): boolean {
  const isContrary = there.status === 'PENDING' && status === 'ACTIVE' && periodEnd === null;
  return !isContrary || now >= Math.max(there.startAt, createdAt + CLOCK_DIFFERENCE_MS);
}

/** Taken as active after the provider's word that it was activated, which was not true: it waits, and a person sees it. */
export function notBegun(before: Subscription, after: Subscription, now: number): FoundDifference[] {
  if (before.status !== 'ACTIVE' || after.status !== 'PENDING') return [];
  const statuses = { ours: 'ACTIVE', theirs: 'PENDING' };
  return [{ kind: 'status_differs', about: 'activation', ...statuses, since: now }];
}
