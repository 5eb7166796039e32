import { DAY_MS, ORDER_OVERDUE_MS, RECONCILE_LATE } from '../limits.ts';
import { cancelIsDue, undoClosesAt } from './cancellation.ts';
import type { Decision } from './decision.ts';
import { isOver, type ProviderSnapshot } from './provider-snapshot.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/**
 * When a subscription is to be compared with the provider next (epoch ms), whichever comes first: the moment from which a
 * cancellation can no longer be undone, with or without one, so that cancelling and undoing move nothing; after it, the
 * end of access; and two hours past the next order. News that is late is asked for after a quarter of the time it is late
 * by, from two minutes to six hours. One that has ended is compared as long as the provider goes on charging for it;
 * undefined once there is nothing more to come.
 */
export function nextReconciliationAt(
  subscription: Subscription,
  snapshot: ProviderSnapshot | undefined,
  now: number,
): number | undefined {
  const next = waitingOrderStart(snapshot);
  if (next !== undefined && next <= now) return now + patience(now - next);
  const afterNext = next === undefined ? undefined : next + ORDER_OVERDUE_MS;
  if (hasEnded(subscription))
    return afterNext ?? (isSettled(subscription, snapshot) ? undefined : now + DAY_MS);
  const closes = undoClosesAt(subscription);
  if (cancelIsDue(subscription, now)) return now + patience(now - (closes ?? now));
  const { status, periodEnd, cancellation } = subscription;
  if (status !== 'ACTIVE' || periodEnd === null) {
    const ahead = [afterNext, closes, cancellation?.accessUntil].filter((at) => (at ?? now) > now);
    return Math.min(now + DAY_MS, ...ahead.map(Number));
  }
  const overdue = nextOverdueAt(subscription, next, now);
  if (closes !== null && now < closes) return Math.min(closes, overdue);
  const expected = cancellation?.accessUntil ?? periodEnd + ORDER_OVERDUE_MS;
  return Math.min(expected > now ? expected : now + patience(now - expected), overdue);
}

/**
 * When the order that is charged next is overdue (epoch ms); Infinity where that is not known or long past. After a charge
 * before its time, or a change of plan, it may be due long before the period on record ends.
 */
function nextOverdueAt({ nextOrderAt }: Subscription, next: number | undefined, now: number): number {
  const start = next ?? nextOrderAt;
  const overdue = start === null ? Infinity : start + ORDER_OVERDUE_MS;
  return overdue > now ? overdue : Infinity;
}

/** When the first order that still waits, and that the provider will charge, begins (epoch ms). */
export function waitingOrderStart(snapshot: ProviderSnapshot | undefined): number | undefined {
  if (!snapshot) return undefined;
  const alive = [...snapshot.earlier, snapshot.current].filter((one) => !isOver(one));
  const starts = alive.flatMap(({ orders }) =>
    orders.filter(({ status }) => status === 'WAITING').map(({ start }) => start),
  );
  return starts.length === 0 ? undefined : Math.min(...starts);
}

function isSettled({ openReferences }: Subscription, snapshot: ProviderSnapshot | undefined): boolean {
  if (!snapshot) return false;
  return (
    isOver(snapshot.current) &&
    openReferences.every(({ reference }) => reference === snapshot.current.reference)
  );
}

function patience(lateByMs: number): number {
  const { shareOfDelay, minMs, maxMs } = RECONCILE_LATE;
  return Math.min(Math.max(Math.round(lateByMs * shareOfDelay), minMs), maxMs);
}

/**
 * Which kind of due thing a subscription is at an instant (epoch ms): its cancellation and its end go before what is
 * merely compared. Until a cancellation can no longer be undone the kind is the same with and without one, as is the
 * instant, so that cancelling and undoing move nothing.
 */
export function dueKindOf(subscription: Subscription, dueAt: number): 'ending' | 'reconciliation' {
  const closes = undoClosesAt(subscription);
  if (closes !== null && dueAt <= closes) return dueAt === closes ? 'ending' : 'reconciliation';
  return subscription.cancellation === null ? 'reconciliation' : 'ending';
}

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

/**
 * Whether a change has the provider heeded again for time after an end that only our records knew of, and the provider
 * may have charged for such time: where its next order still waits for that end, it has not.
 */
export function heedsProviderAgain(before: Subscription, after: Subscription): boolean {
  const { cancellation, nextOrderAt } = before;
  if (cancellation?.by !== 'svc' || after.cancellation?.by === 'svc') return false;
  return nextOrderAt === null || cancellation.accessUntil === null || nextOrderAt > cancellation.accessUntil;
}
