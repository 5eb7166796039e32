import { cancelIsDue, heedsProviderAgain } from './cancellation.ts';
import type { Decision } from './decision.ts';
import { nextReconciliationAt } from './next-reconciliation.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/** A subscription as it was read, and when it was due (epoch ms); undefined while something else sees to that. */
interface Due {
  readonly subscription: Subscription;
  readonly dueAt: number | undefined;
}

/**
 * When a subscription is due after a decision (epoch ms). A comparison that was complete says so itself; one that found
 * no news lets an earlier time stand that somebody else is waiting for. A request brings the time forward, never back.
 */
export function dueAfter(
  { subscription: before, dueAt }: Due,
  decision: Decision,
  now: number,
): number | undefined {
  const { subscription, events } = decision;
  const isComparison = 'reconcileAt' in decision;
  const isUrgent = cancelIsDue(subscription, now) || heedsProviderAgain(before, subscription);
  if (!isComparison && isUrgent) return now;
  const next = isComparison ? decision.reconcileAt : nextReconciliationAt(subscription, undefined, now);
  if (next === undefined || dueAt === undefined) return next;
  if (isComparison && (events.length > 0 || dueAt <= now)) return next;
  return hasEnded(subscription) ? next : Math.min(dueAt, next);
}
