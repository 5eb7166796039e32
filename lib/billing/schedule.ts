import { recoveryTimes } from './recovery-times.ts';
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

/** What a subscription is reconciled for at a moment, as its line in the log says it. */
export type ReconciledFor =
  | 'outcome of a plan change'
  | 'late order'
  | 'next order'
  | 'end of undoing'
  | 'cancellation to send'
  | 'end of access'
  | 'end of the paid period'
  | 'renewal'
  | 'next plan'
  | 'daily look'
  | 'retry'
  | 'end of recovery'
  | 'result of a retry'
  | "the provider's own attempt"
  | 'charges after the end'
  | 'lost reference';

/** A time at which a subscription may have changed, in epoch ms. */
export interface Moment {
  readonly at: number;
  readonly for: ReconciledFor;
}

/** A moment that may not come. */
type Possible = Omit<Moment, 'at'> & { readonly at: number | null | undefined };

/** The moment at which a subscription is reconciled next: the first one to come. Undefined once nothing more can come. */
export const nextMoment = (
  one: Subscription,
  snapshot: ProviderSnapshot | undefined,
  now: number,
): Moment | undefined =>
  momentsOf(one, snapshot, now).reduce<Moment | undefined>(
    (first, next) => (first && first.at <= next.at ? first : next),
    undefined,
  );

/** When to reconcile a subscription next (epoch ms). Undefined once nothing more can come. */
export const nextReconciliationAt = (
  one: Subscription,
  snapshot: ProviderSnapshot | undefined,
  now: number,
): number | undefined => nextMoment(one, snapshot, now)?.at;

/**
 * The moments to come: the end of the undo window (whether or not it is cancelled, so that cancelling and undoing move
 * nothing), after it the end of access, or of what was paid for where the provider has ended it, the beginning of the next
 * plan, and two hours past the next order. Before all else come the outcome of a plan change that is being asked for, a
 * minute after, and news that is late: a quarter of the lateness later, between two minutes and six hours. An ended
 * subscription is reconciled for as long as the provider may still charge.
 */
export function momentsOf(
  one: Subscription,
  snapshot: ProviderSnapshot | undefined,
  now: number,
): readonly Moment[] {
  const { planIntent, cancellation } = one;
  if (planIntent)
    return [{ at: Math.max(now, planIntent.at + INTENT_LOOK_UP_AFTER_MS), for: 'outcome of a plan change' }];
  const order = waitingOrderStart(snapshot);
  if (order !== undefined && order <= now)
    return toCome(now, [{ at: retryAt(order, now), for: 'late order' }, ...momentsOfRecovery(one, now)]);
  const read = order === undefined ? undefined : order + ORDER_OVERDUE_MS;
  if (hasEnded(one))
    return read === undefined ? momentsAfterEnd(one, snapshot, now) : [{ at: read, for: 'next order' }];
  if (cancelIsDue(one, now)) {
    const since = Math.max(undoClosesAt(one) ?? now, cancellation?.at ?? now);
    return [{ at: retryAt(since, now), for: 'cancellation to send' }];
  }
  const planned = [{ at: comingPlan(one)?.from, for: 'next plan' }] as const;
  if (one.status !== 'ACTIVE' || one.periodEnd === null)
    return toCome(now, [
      { at: now + DAY_MS, for: 'daily look' },
      { at: read, for: 'next order' },
      { at: undoClosesAt(one), for: 'end of undoing' },
      { at: cancellation?.accessUntil, for: 'end of access' },
      ...planned,
      ...momentsOfRecovery(one, now),
    ]);
  // After an early charge or a plan change, the next order may be due long before the recorded period ends.
  const onRecord = one.nextOrderAt === null ? undefined : one.nextOrderAt + ORDER_OVERDUE_MS;
  const expected = expectedOf(one, one.periodEnd, snapshot, now);
  return toCome(now, [
    { ...expected, at: expected.at > now ? expected.at : retryAt(expected.at, now) },
    { at: read ?? onRecord, for: 'next order' },
    ...planned,
  ]);
}

const toCome = (now: number, all: readonly Possible[]): Moment[] =>
  all.flatMap((one) => (typeof one.at === 'number' && one.at > now ? [{ ...one, at: one.at }] : []));

/** What is expected of an active subscription first: the end of undoing, else its end, else its renewal. */
function expectedOf(
  one: Subscription,
  periodEnd: number,
  snapshot: ProviderSnapshot | undefined,
  now: number,
): Moment {
  const closes = undoClosesAt(one);
  if (closes !== null && now < closes) return { at: closes, for: 'end of undoing' };
  const accessUntil = one.cancellation?.accessUntil ?? null;
  if (accessUntil !== null) return { at: accessUntil, for: 'end of access' };
  const hasEndedThere = snapshot !== undefined && isOver(snapshot.current);
  return hasEndedThere
    ? { at: periodEnd, for: 'end of the paid period' }
    : { at: periodEnd + ORDER_OVERDUE_MS, for: 'renewal' };
}

/** When the recovery of a failed renewal goes on: a retry is due, or its result, or the end. */
function momentsOfRecovery(one: Subscription, now: number): Possible[] {
  const { recovery, retry } = one;
  const times = recoveryTimes(one);
  const due = (at: number | null | undefined) => (typeof at !== 'number' || at > now ? at : retryAt(at, now));
  return [
    { at: due(times?.nextAttemptAt), for: 'retry' },
    { at: due(times?.endsAt), for: 'end of recovery' },
    { at: retry && !retry.isLost ? nextPoll(retry.at, now) : null, for: 'result of a retry' },
    { at: recovery?.isRunning ? now + HOUR_MS : null, for: "the provider's own attempt" },
  ];
}

/** When to look next for the result of a retry that was asked for at `at`; the last time is when it counts as lost. */
function nextPoll(at: number, now: number): number {
  const next = RECOVERY.pollsMs.map((after) => at + after).find((poll) => poll > now);
  return next ?? Math.max(now + MINUTE_MS, Math.min(now + HOUR_MS, at + RECOVERY.unseenMs));
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

/** Of an ended one: without an answer, for the order on record; ever more seldom for lost references. */
function momentsAfterEnd(ended: Subscription, snapshot: ProviderSnapshot | undefined, now: number): Moment[] {
  const { openReferences, nextOrderAt, endedAt } = ended;
  if (!snapshot) {
    const expected = (nextOrderAt ?? Infinity) + ORDER_OVERDUE_MS;
    return toCome(now, [
      { at: now + DAY_MS, for: 'charges after the end' },
      { at: expected > now ? expected : retryAt(expected, now), for: 'next order' },
    ]);
  }
  const { current } = snapshot;
  if (!isOver(current)) return [{ at: now + DAY_MS, for: 'charges after the end' }];
  if (openReferences.every(({ reference }) => reference === current.reference)) return [];
  const seldom = Math.round((now - (endedAt ?? now)) * RECONCILE_LATE.shareOfDelay);
  return [{ at: now + Math.max(DAY_MS, seldom), for: 'lost reference' }];
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
 * for time after its end. It has not if its next order does not begin after that end, and no earlier reference is open: one
 * may have an order that was paid and did not count.
 */
export function mayHaveMissedCharges(before: Subscription, after: Subscription): boolean {
  const { cancellation, nextOrderAt, openReferences } = before;
  if (cancellation?.by !== 'svc' || after.cancellation?.by === 'svc') return false;
  if (openReferences.length > 1) return true;
  return nextOrderAt === null || cancellation.accessUntil === null || nextOrderAt > cancellation.accessUntil;
}
