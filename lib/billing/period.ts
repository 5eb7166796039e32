import { CLOCK_DIFFERENCE_MS } from '../limits.ts';
import type { ProviderSubscription } from './provider-snapshot.ts';
import { changed, hasEnded, type Subscription } from './subscription.ts';

/**
 * Opens the trial's period, unless it or a later one is open. None is opened if `next`, which replaced this reference,
 * began before the trial was over, or if a cancellation ends access before it.
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
  if (isPrevented(subscription, startAt)) return subscription;
  const beganWithTrial = subscription.beganWithTrial || subscription.firstOrder === null;
  const after = changed(subscription, { beganWithTrial });
  const isOpen = after.periodStart === startAt && after.periodEnd === trialEnd;
  return isOpen || (next && next.startAt < trialEnd) ? after : withPeriod(after, startAt, trialEnd);
}

/** Whether a cancellation, which left a period running, ends access by `startAt` (epoch ms). */
function isPrevented({ cancellation }: Subscription, startAt: number): boolean {
  const { at = 0, accessUntil = null } = cancellation ?? {};
  return accessUntil !== null && accessUntil > at && startAt >= accessUntil;
}

/** Sets the period. A cancellation takes effect only after all that was paid for or given when it was made. */
export function withPeriod(subscription: Subscription, start: number, end: number): Subscription {
  const { cancellation } = subscription;
  const extended =
    cancellation && extendsAccess(subscription, start)
      ? { ...cancellation, accessUntil: Math.max(cancellation.accessUntil ?? end, end) }
      : cancellation;
  return { ...subscription, periodStart: start, periodEnd: end, cancellation: extended };
}

/**
 * Whether a paid period is enjoyed to its end despite the cancellation: any, if the provider is told of it; in our
 * records alone only one that had begun, such as that of a plan change whose charge is recorded later.
 */
export function extendsAccess(subscription: Subscription, start: number): boolean {
  const { by, at = -Infinity } = subscription.cancellation ?? {};
  const isAgreed = (subscription.planChangedAt ?? Infinity) <= at && start <= at + CLOCK_DIFFERENCE_MS;
  return by === 'pay' || ((start <= at || isAgreed) && !hasEnded(subscription));
}
