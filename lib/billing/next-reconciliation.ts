import {
  DAY_MS,
  HOUR_MS,
  INTENT_LOOK_UP_AFTER_MS,
  MINUTE_MS,
  ORDER_OVERDUE_MS,
  RECONCILE_LATE,
  RECOVERY,
} from '../limits.ts';
import { cancelIsDue, isToBeCarriedOut, undoClosesAt } from './cancellation.ts';
import type { Decision } from './decision.ts';
import { comingPlan } from './plan-in-force.ts';
import { isOver, type ProviderSnapshot } from './provider-snapshot.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/**
 * When to reconcile a subscription next (epoch ms), whichever comes first: the end of the undo window (whether or not
 * it is cancelled, so that cancelling and undoing move nothing), after it the end of access, or of what was paid for where
 * the provider has ended it, the beginning of the next
 * plan, and two hours past the next order; a minute after the provider was asked for another plan, while no outcome is on
 * record. If news is late, the delay is a quarter of the lateness, between two minutes
 * and six hours. An ended subscription is reconciled for as long as the provider may still charge; undefined once
 * nothing more can come.
 */
export function nextReconciliationAt(
  subscription: Subscription,
  snapshot: ProviderSnapshot | undefined,
  now: number,
): number | undefined {
  const { planIntent, cancellation } = subscription;
  if (planIntent) return Math.max(now, planIntent.at + INTENT_LOOK_UP_AFTER_MS);
  const nextOrder = waitingOrderStart(snapshot);
  if (nextOrder !== undefined && nextOrder <= now)
    return earliestAfter(now, [retryAt(nextOrder, now), ...recoveryTimes(subscription, now)]);
  const overdue = nextOrder && nextOrder + ORDER_OVERDUE_MS;
  if (hasEnded(subscription)) return overdue ?? afterEnd(now, subscription, snapshot);
  const closes = undoClosesAt(subscription);
  if (cancelIsDue(subscription, now)) return retryAt(Math.max(closes ?? now, cancellation?.at ?? now), now);
  const { status, periodEnd, nextOrderAt } = subscription;
  const begins = comingPlan(subscription)?.from;
  if (status !== 'ACTIVE' || periodEnd === null)
    return earliestAfter(now, [
      ...[now + DAY_MS, overdue, closes, cancellation?.accessUntil, begins],
      ...recoveryTimes(subscription, now),
    ]);
  // After an early charge or a plan change, the next order may be due long before the recorded period ends.
  const overdueOnRecord = overdue ?? (nextOrderAt && nextOrderAt + ORDER_OVERDUE_MS);
  const hasEndedThere = snapshot !== undefined && isOver(snapshot.current);
  const endOrRenewal = cancellation?.accessUntil ?? periodEnd + (hasEndedThere ? 0 : ORDER_OVERDUE_MS);
  const expected = closes !== null && now < closes ? closes : endOrRenewal;
  return earliestAfter(now, [expected > now ? expected : retryAt(expected, now), overdueOnRecord, begins]);
}

/** When the recovery of a failed renewal goes on (epoch ms): a retry is due, or its result, or the end. */
function recoveryTimes({ recovery, retry }: Subscription, now: number): number[] {
  const due = (at: number) => (at > now ? at : retryAt(at, now));
  const result = retry && !retry.isLost ? [nextPoll(retry.at, now)] : [];
  const running = recovery?.isRunning ? [now + HOUR_MS] : [];
  return [
    ...[recovery?.nextAttemptAt, recovery?.endsAt].map((at) => due(at ?? Infinity)),
    ...result,
    ...running,
  ];
}

/** When to look next for the result of a retry that was asked for at `at`; the last time is when it counts as lost. */
function nextPoll(at: number, now: number): number {
  const next = RECOVERY.pollsMs.map((after) => at + after).find((poll) => poll > now);
  return next ?? Math.max(now + MINUTE_MS, Math.min(now + HOUR_MS, at + RECOVERY.unseenMs));
}

/** The earliest of these times (epoch ms) after `now`; Infinity if there is none. */
function earliestAfter(now: number, times: readonly (number | null | undefined)[]): number {
  return Math.min(...times.map((at) => at ?? now).filter((at) => at > now));
}

/** The earliest start (epoch ms) of the waiting orders that the provider will still charge. */
export function waitingOrderStart(snapshot: ProviderSnapshot | undefined): number | undefined {
  if (!snapshot) return undefined;
  const alive = [...snapshot.earlier, snapshot.current].filter((one) => !isOver(one));
  const starts = alive.flatMap(({ orders }) =>
    orders.filter(({ status }) => status === 'WAITING').map(({ start }) => start),
  );
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** When to reconcile an ended one next: without an answer, for the order on record; ever more seldom for lost references. */
function afterEnd(now: number, ended: Subscription, snapshot?: ProviderSnapshot): number | undefined {
  const { openReferences, nextOrderAt, endedAt } = ended;
  const expected = (nextOrderAt ?? Infinity) + ORDER_OVERDUE_MS;
  if (!snapshot) return Math.min(now + DAY_MS, expected > now ? expected : retryAt(expected, now));
  const { current } = snapshot;
  if (!isOver(current)) return now + DAY_MS;
  if (openReferences.every(({ reference }) => reference === current.reference)) return undefined;
  return now + Math.max(DAY_MS, Math.round((now - (endedAt ?? now)) * RECONCILE_LATE.shareOfDelay));
}

/** When to reconcile again for news expected at `expected`; both epoch ms. */
function retryAt(expected: number, now: number): number {
  const { shareOfDelay, minMs, maxMs } = RECONCILE_LATE;
  return now + Math.min(Math.max(Math.round((now - expected) * shareOfDelay), minMs), maxMs);
}

/**
 * The due kind of a subscription at `dueAt` (epoch ms): cancellations and ends go before mere reconciliation. Until the
 * undo window closes, kind and time are the same with and without a cancellation, so that cancelling and undoing move
 * nothing.
 */
export function dueKindOf(subscription: Subscription, dueAt: number): 'ending' | 'reconciliation' {
  const closes = undoClosesAt(subscription);
  if (closes !== null && dueAt <= closes) return dueAt === closes ? 'ending' : 'reconciliation';
  return subscription.cancellation === null ? 'reconciliation' : 'ending';
}

/** A subscription as it was read, and when it was due (epoch ms); undefined while another due item covers it. */
interface Due {
  readonly subscription: Subscription;
  readonly dueAt: number | undefined;
}

/**
 * When a subscription is due after a decision (epoch ms). A complete reconciliation states it; one without news keeps
 * an earlier time that something else waits for. A request only moves the time forward, never back.
 */
export function dueAfter(
  { subscription: before, dueAt = Infinity }: Due,
  { subscription, events, reconcileAt }: Decision,
  now: number,
): number | undefined {
  const isUrgent = isToBeCarriedOut(subscription, now) || mayHaveMissedCharges(before, subscription);
  if (reconcileAt === undefined && isUrgent) return now;
  const next = reconcileAt ?? nextReconciliationAt(subscription, undefined, now);
  if (next === undefined || next === 'never') return undefined;
  const isAnswered = reconcileAt !== undefined && (events.length > 0 || dueAt <= now);
  return isAnswered || hasEnded(subscription) ? next : Math.min(dueAt, next);
}

/**
 * Whether a change gives a cancellation of our records alone back to the provider, and the provider may have charged
 * for time after its end. It has not if its next order does not begin before that end.
 */
export function mayHaveMissedCharges(before: Subscription, after: Subscription): boolean {
  const { cancellation, nextOrderAt } = before;
  if (cancellation?.by !== 'svc' || after.cancellation?.by === 'svc') return false;
  return nextOrderAt === null || cancellation.accessUntil === null || nextOrderAt > cancellation.accessUntil;
}
