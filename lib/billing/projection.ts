import { CLOCK_DIFFERENCE_MS, DAY_MS } from '../limits.ts';
import { waitingOrderStart } from './next-reconciliation.ts';
import { beginsLater, type PlanTerms } from './plan.ts';
import type { ProviderOrder, ProviderSnapshot } from './provider-snapshot.ts';
import type { Cancellation, SubscriptionStatus } from './subscription.ts';

/** All that a subscription's state follows from: every reference that the provider was read to have, and what was wanted here. */
export interface Known extends ProviderSnapshot {
  /** With the end of access that it was answered with. */
  readonly cancellation: Pick<Cancellation, 'at' | 'by' | 'accessUntil'> | null;
  /** The plan that was chosen last in our records alone, and when (epoch ms). */
  readonly ownPlan: { readonly planReference: string; readonly at: number } | null;
  /** A plan by the provider's reference; undefined if it is not known here. */
  readonly planOf: (reference: string) => PlanTerms | undefined;
}

/** What a subscription is at a moment. Times are epoch ms. */
export interface State {
  readonly status: SubscriptionStatus;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  /** While a payment has failed. */
  readonly graceEndsAt: number | null;
  /** When access ends by a cancellation. */
  readonly accessUntil: number | null;
  /** The provider's reference of the plan in force. */
  readonly planReference: string;
  /** When the provider's first waiting order begins. */
  readonly nextOrderAt: number | null;
}

/** A period that was paid for or given as a trial, of a reference that was made at `chosenAt`. Times are epoch ms. */
interface Period {
  readonly start: number;
  readonly end: number;
  readonly chosenAt: number;
}

/** What a subscription is at `now` (epoch ms), whatever was on record before. */
export function stateAt(known: Known, now: number): State {
  const periods = periodsOf(known, now);
  const period = periods.at(-1);
  const accessUntil = accessUntilOf(known, periods);
  const failed = standingFailure(known);
  const status = statusOf(known, { period, accessUntil, failed }, now);
  const planReference = planAt(known, periods, now);
  return {
    status,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    graceEndsAt: status === 'PAYMENT_FAILED' && failed ? graceEndOf(failed, known) : null,
    accessUntil,
    planReference,
    nextOrderAt: waitingOrderStart(known) ?? null,
  };
}

/** Whether a time is after a cancellation that the provider does not know of, by what it was answered with. */
const isBeyondEnd = ({ cancellation }: Known, start: number): boolean =>
  cancellation?.by === 'svc' && start >= (cancellation.accessUntil ?? Infinity);

/**
 * Every period that counts, by its beginning; of two that began at once, that of the newer reference is later. A trial
 * counts once it has begun, if that was before another plan was chosen.
 */
function periodsOf(known: Known, now: number): Period[] {
  const lineage = [...known.earlier, known.current];
  const periods = lineage.flatMap(({ createdAt: chosenAt, startAt, trialEnd, orders }, nth): Period[] => {
    const next = lineage[nth + 1];
    const isGiven = trialEnd !== null && trialEnd > startAt && startAt <= now;
    const isEnjoyed = !next || next.startAt >= (trialEnd ?? 0) || next.createdAt > startAt;
    const trial = isGiven && isEnjoyed ? [{ start: startAt, end: trialEnd, chosenAt }] : [];
    const paid = orders.filter(({ status }) => status === 'PAID');
    return [...trial, ...paid.map(({ start, end }) => ({ start, end, chosenAt }))];
  });
  const counted = periods.filter(({ start }) => !isBeyondEnd(known, start));
  return counted.toSorted((one, other) => one.start - other.start);
}

/**
 * Access lasts as long as was answered, or as what is paid for since and owed: by our ids only what had begun, or was
 * chosen, before the cancellation.
 */
function accessUntilOf({ cancellation }: Known, periods: readonly Period[]): number | null {
  if (!cancellation) return null;
  const { at, by, accessUntil } = cancellation;
  if (accessUntil === at) return accessUntil;
  const since = periods.slice(periods.findLastIndex(({ end }) => end === accessUntil));
  const owed = since.filter(
    ({ start, chosenAt }) =>
      by === 'pay' || start <= at || (chosenAt <= at && start <= at + CLOCK_DIFFERENCE_MS),
  );
  return owed.length === 0 ? accessUntil : Math.max(accessUntil ?? 0, ...owed.map(({ end }) => end));
}

/** The newest order that failed and is still owed: nothing was paid since. */
function standingFailure(known: Known): ProviderOrder | undefined {
  const orders = [...known.earlier, known.current].flatMap((one) => one.orders);
  const lastPaidAt = Math.max(...orders.map(({ paidAt }) => paidAt ?? 0));
  return orders.findLast(
    ({ status, failures, start }) =>
      status !== 'PAID' && (failures.at(-1) ?? -1) >= lastPaidAt && !isBeyondEnd(known, start),
  );
}

/** The grace days count from the first failure, by the order's plan, or one chosen in our records alone between. */
function graceEndOf(failed: ProviderOrder, { current, ownPlan, planOf }: Known): number | null {
  const [first = 0] = failed.failures;
  const isOwn =
    ownPlan && ownPlan.at > current.createdAt && ownPlan.at <= first && current.orders.includes(failed);
  const graceDays = planOf(isOwn ? ownPlan.planReference : failed.planReference)?.graceDays ?? null;
  return graceDays === null ? null : first + graceDays * DAY_MS;
}

interface Standing {
  readonly period: Period | undefined;
  readonly accessUntil: number | null;
  readonly failed: ProviderOrder | undefined;
}

function statusOf({ current, cancellation }: Known, { period, accessUntil, failed }: Standing, now: number) {
  const isEndedThere = current.status === 'CANCELLED';
  const mayEnd = cancellation && (isEndedThere || cancellation.by === 'svc');
  if (mayEnd && now >= (accessUntil ?? now)) return 'CANCELLED';
  if (isEndedThere) return 'ACTIVE';
  if (current.status === 'PENDING') return period ? 'ACTIVE' : 'PENDING';
  if (current.status === 'EXPIRED') return 'EXPIRED';
  if (current.status === 'UNPAID') return 'PAYMENT_FAILED';
  const isOfReplaced = failed && period && now < period.end && !current.orders.includes(failed);
  return failed && !isOfReplaced ? 'PAYMENT_FAILED' : 'ACTIVE';
}

/** The plan in force: the one chosen last, at the provider or here, of those that have begun and begin before the end. */
function planAt(known: Known, periods: readonly Period[], now: number): string {
  const [first, ...changes] = [...known.earlier, known.current];
  const end = accessUntilOf(known, periods) ?? Infinity;
  const periodEnd = periods.at(-1)?.end ?? null;
  const there = changes.findLast(
    ({ createdAt, startAt }) =>
      createdAt <= now &&
      startAt < end &&
      (now >= startAt || !beginsLater({ periodEnd }, startAt, createdAt)),
  );
  const { ownPlan } = known;
  const isOwn = ownPlan && ownPlan.at <= now && (!there || ownPlan.at > there.createdAt);
  return isOwn ? ownPlan.planReference : (there ?? first).planReference;
}
