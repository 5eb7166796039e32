import { CLOCK_DIFFERENCE_MS, DAY_MS } from '../limits.ts';
import type { ProviderOrder, ProviderSubscription } from './provider-snapshot.ts';
import { hasEnded, type Cancellation, type Subscription, type Told } from './subscription.ts';

/** An order as far as a state follows from it. */
export interface KnownOrder extends Pick<
  ProviderOrder,
  'reference' | 'planReference' | 'start' | 'end' | 'status' | 'failures' | 'paidAt'
> {
  /** The end of its grace days as it was told. */
  readonly graceEndsAt?: number | null;
}

/** A reference as far as a state follows from it. */
export interface KnownReference extends Pick<
  ProviderSubscription,
  'status' | 'createdAt' | 'startAt' | 'trialEnd'
> {
  /** Oldest first. */
  readonly orders: readonly KnownOrder[];
}

/** All that a subscription's state follows from: what was observed of its references, and what was wanted here. */
export interface Known {
  /** Oldest first. */
  readonly earlier: readonly KnownReference[];
  readonly current: KnownReference;
  /** With the end of access that it was answered with. */
  readonly cancellation: Pick<Cancellation, 'at' | 'by' | 'accessUntil'> | null;
  /** The grace days of an order that failed; null where its plan has none. */
  readonly graceDaysOf: (order: KnownOrder) => number | null;
  /** Whether it is over for good: then no plan begins any more. */
  readonly hasEnded?: boolean;
  /** What was told before, where news is what is looked for. */
  readonly told?: Told;
}

/** What a subscription is at a moment; its failure while it is PAYMENT_FAILED. Times are epoch ms. */
export interface State extends Told {
  /** When access ends by a cancellation. */
  readonly accessUntil: number | null;
}

/** A period that was paid for or given as a trial, of a reference that was made at `chosenAt`. Times are epoch ms. */
interface Period {
  readonly start: number;
  readonly end: number;
  readonly chosenAt: number;
  /** Null of a trial, and where it is not known. */
  readonly paidAt: number | null;
}

/** What a subscription is at `now` (epoch ms), but for an end: what was paid for and what is owed. */
export function stateAt(known: Known, now: number): State {
  const periods = periodsOf(known, now);
  const period = periods.at(-1);
  const accessUntil = accessUntilOf(known, periods);
  const failure = standingFailure(known);
  const status = statusOf(known, { period, accessUntil, failure }, now);
  const failed = status === 'PAYMENT_FAILED' ? failure : undefined;
  return {
    status,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? beginningOf(known, now),
    failedOrder: failed?.order ?? null,
    failedAt: failed?.at ?? null,
    failedDueAt: failed?.dueAt ?? null,
    graceEndsAt: failed?.graceEndsAt ?? null,
    accessUntil,
  };
}

/** When a plan begins that replaced another one: until then that lasts, also where it is not known any more. */
function beginningOf({ current, hasEnded: isOver = false }: Known, now: number): number | null {
  const { status, createdAt, startAt } = current;
  const isLater = startAt - createdAt > CLOCK_DIFFERENCE_MS && startAt > now;
  return isLater && status !== 'PENDING' && !isOver ? startAt : null;
}

const NO_FAILURE = { failedOrder: null, failedAt: null, failedDueAt: null, graceEndsAt: null };

/** The subscription with its state. One that has ended stays so; only what was paid for is still told. */
export function withState(one: Subscription, { accessUntil, ...state }: State): Subscription {
  const { periodStart, periodEnd } = state;
  const cancellation = one.cancellation && { ...one.cancellation, accessUntil };
  const failure = state.failedOrder === null && NO_FAILURE;
  return { ...one, ...(hasEnded(one) ? { periodStart, periodEnd, ...failure } : state), cancellation };
}

/** Whether a time is after a cancellation that the provider does not know of, by what it was answered with. */
export const isBeyondEnd = ({ cancellation }: Pick<Known, 'cancellation'>, start: number): boolean =>
  cancellation?.by === 'svc' && start >= (cancellation.accessUntil ?? Infinity);

/**
 * Every period that counts, by its beginning; of two that began at once, that of the newer reference is later. A trial
 * counts once it has begun, if that was before another plan was chosen and before access ends. What was paid for before
 * a cancellation that ended it at once stays its period.
 */
function periodsOf(known: Known, now: number): Period[] {
  const lineage = [...known.earlier, known.current];
  const { at = 0, accessUntil = null } = known.cancellation ?? {};
  const lastTrial = accessUntil !== null && accessUntil > at ? accessUntil : Infinity;
  const periods = lineage.flatMap(({ createdAt: chosenAt, startAt, trialEnd, orders }, nth): Period[] => {
    const later = lineage.slice(nth + 1);
    const isGiven = trialEnd !== null && trialEnd > startAt && startAt <= now && startAt < lastTrial;
    const isEnjoyed = later.every((one) => one.startAt >= (trialEnd ?? 0) || one.createdAt >= startAt);
    const trial = isGiven && isEnjoyed ? [{ start: startAt, end: trialEnd, chosenAt, paidAt: null }] : [];
    const paid = orders.filter(
      ({ status, start, paidAt }) =>
        status === 'PAID' &&
        (!isBeyondEnd(known, start) || (accessUntil === at && start > at && (paidAt ?? start) <= at)),
    );
    return [...trial, ...paid.map(({ start, end, paidAt }) => ({ start, end, chosenAt, paidAt }))];
  });
  const { periodStart: start = null, periodEnd: end = null } = known.told ?? {};
  const told = start !== null && end !== null ? [{ start, end, chosenAt: start, paidAt: null }] : [];
  return [...told, ...periods].toSorted((one, other) => one.start - other.start);
}

/**
 * Access lasts as long as was answered, or as what is paid for since and owed, also after an end: by our ids only what had
 * begun, or was chosen, before the cancellation.
 */
function accessUntilOf({ cancellation, told }: Known, periods: readonly Period[]): number | null {
  if (!cancellation) return null;
  const { at, by, accessUntil } = cancellation;
  const before = told ? (told.periodStart ?? -Infinity) : Infinity;
  const isNew = ({ start, paidAt }: Period) => start > before || (paidAt ?? at) > at;
  const isSince = ({ end }: Period) => end === accessUntil;
  const since = accessUntil === at ? periods.filter(isNew) : periods.slice(periods.findLastIndex(isSince));
  const owed = since.filter(
    ({ start, chosenAt }) =>
      by === 'pay' || start <= at || (chosenAt <= at && start <= at + CLOCK_DIFFERENCE_MS),
  );
  return owed.length === 0 ? accessUntil : Math.max(accessUntil ?? 0, ...owed.map(({ end }) => end));
}

/** A payment that failed and is still owed. Times are epoch ms. */
interface Failure {
  readonly order: string;
  readonly at: number | null;
  readonly dueAt: number | null;
  readonly graceEndsAt: number | null;
  /** Whether it is of a reference that was replaced since. */
  readonly isOfReplaced: boolean;
}

/**
 * The newest order that failed and is still owed: nothing was paid since, or the provider says so. Its grace days count from
 * its first failure.
 */
function standingFailure(known: Known): Failure | undefined {
  const orders = [...known.earlier, known.current].flatMap((one) => one.orders);
  const lastPaidAt = Math.max(0, ...orders.map(({ paidAt }) => paidAt ?? 0));
  const failed = orders.findLast(
    (order) =>
      order.status !== 'PAID' &&
      ((order.failures.at(-1) ?? -1) >= lastPaidAt || isUnpaidThere(known, order)) &&
      !isBeyondEnd(known, order.start),
  );
  const { failedOrder, failedAt, failedDueAt, graceEndsAt } = known.told ?? NO_FAILURE;
  if (failed) {
    const { reference: order, failures, start: dueAt } = failed;
    return {
      order,
      at: failures.at(-1) ?? null,
      dueAt,
      graceEndsAt: order === failedOrder ? graceEndsAt : graceEndOf(failed, known),
      isOfReplaced: !known.current.orders.includes(failed),
    };
  }
  const isStanding = failedOrder !== null && (failedAt ?? Infinity) >= lastPaidAt;
  if (!isStanding || orders.some(({ reference }) => reference === failedOrder)) return undefined;
  return { order: failedOrder, at: failedAt, dueAt: failedDueAt, graceEndsAt, isOfReplaced: true };
}

/** Whether the provider itself says that an order is owed still, whatever was paid since. */
const isUnpaidThere = ({ current }: Known, order: KnownOrder): boolean =>
  current.status === 'UNPAID' && order.status === 'FAILED' && current.orders.includes(order);

/** The end of an order's grace days: as it was told, else counted from its first failure. */
function graceEndOf(order: KnownOrder, { graceDaysOf }: Known): number | null {
  if (order.graceEndsAt !== undefined) return order.graceEndsAt;
  const days = graceDaysOf(order);
  return days === null ? null : (order.failures[0] ?? 0) + days * DAY_MS;
}

interface Standing {
  readonly period: Period | undefined;
  readonly accessUntil: number | null;
  readonly failure: Failure | undefined;
}

function statusOf(known: Known, { period, accessUntil, failure }: Standing, now: number): State['status'] {
  const { current, earlier, told } = known;
  const hasEndedThere = current.status === 'CANCELLED' || current.status === 'EXPIRED';
  if (hasEndedThere && now < (accessUntil ?? now)) return 'ACTIVE'; // it collects nothing more
  if (current.status === 'PENDING') {
    const isPaid = [...earlier, current].some(({ orders }) => orders.some((one) => one.status === 'PAID'));
    const hadBegun = told && told.status !== 'PENDING' && told.periodEnd !== null;
    return isPaid || hadBegun ? 'ACTIVE' : 'PENDING';
  }
  const failed = current.orders.filter(({ status }) => status === 'FAILED');
  const isOwed = failed.length === 0 || failed.some(({ start }) => !isBeyondEnd(known, start));
  if (current.status === 'UNPAID' && isOwed) return 'PAYMENT_FAILED';
  const isPaidFor = failure?.isOfReplaced && period && now < period.end;
  return failure && !isPaidFor ? 'PAYMENT_FAILED' : 'ACTIVE';
}
