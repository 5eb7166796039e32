import type { ProviderSubscription } from './provider-snapshot.ts';
import { changed, hasEnded, type Subscription } from './subscription.ts';

/**
 * Opens the trial's period, unless a later one is open. None is opened if `next`, which replaced this reference, began
 * before the trial was over.
 */
export function applyTrial(
  subscription: Subscription,
  { startAt, trialEnd }: Pick<ProviderSubscription, 'startAt' | 'trialEnd'>,
  next: Pick<ProviderSubscription, 'startAt'> | undefined,
  now: number,
): Subscription {
  if (trialEnd === null || trialEnd <= startAt || startAt > now || hasEnded(subscription))
    return subscription;
  if (subscription.periodStart !== null && startAt < subscription.periodStart) return subscription;
  const beganWithTrial = subscription.beganWithTrial || subscription.firstOrder === null;
  const after = changed(subscription, { beganWithTrial });
  return next && next.startAt < trialEnd ? after : withPeriod(after, startAt, trialEnd);
}

/** Sets the period. A cancellation known to the provider takes effect only after all that was paid for or given. */
export function withPeriod(subscription: Subscription, start: number, end: number): Subscription {
  const { cancellation } = subscription;
  const extended =
    cancellation?.by === 'pay'
      ? { ...cancellation, accessUntil: Math.max(cancellation.accessUntil ?? end, end) }
      : cancellation;
  return { ...subscription, periodStart: start, periodEnd: end, cancellation: extended };
}
