import { isDisregarded } from './owed.ts';
import { stateAt, type KnownOrder, type KnownReference, type State } from './projection.ts';
import { isFinal, isOver, type ProviderSnapshot, type ProviderSubscription } from './provider-snapshot.ts';
import { hasEnded, type StoredSubscription, type Subscription } from './subscription.ts';
import type { ObservedReference, OwedOrder, PaidPeriod } from './tail.ts';

/** What is stored of a subscription before any reference of it is. */
export type Unobserved = Omit<StoredSubscription, 'refs' | 'toldAt'>;

/** A subscription as it follows from what is stored of it: as it was told, or at another moment (epoch ms). */
export function told(stored: StoredSubscription, at = stored.toldAt): Subscription {
  const { refs, cancellation, endedAt } = stored;
  const current = refs.at(-1) ?? NOTHING;
  const { accessUntil: _, ...state } = stateOfTail(stored, at);
  const ended = cancellation ? 'CANCELLED' : 'EXPIRED';
  const waits = refs.flatMap(({ waitsFrom }) => waitsFrom ?? []);
  return {
    ...stored,
    ...state,
    ...(endedAt !== null && { status: ended }),
    payReference: current.reference,
    payPlanReference: current.planReference,
    openReferences: refs
      .filter(({ isOpen }) => isOpen)
      .map(({ reference, toldBefore }) => ({ reference, recordedBefore: toldBefore })),
    nextOrderAt: waits.length === 0 ? null : Math.min(...waits),
  };
}

/** The state that follows from what is stored. */
function stateOfTail({ refs, cancellation, endedAt }: StoredSubscription, at: number): State {
  const [current = NOTHING, ...earlier] = refs.toReversed();
  const known = { earlier: earlier.reverse().map(knownOf), current: knownOf(current), cancellation };
  return stateAt({ ...known, graceDaysOf: () => null, hasEnded: endedAt !== null }, at);
}

/** The subscription with the end of access that follows from its tail: after a cancellation, that of a trial taken since. */
export const withEndOfTail = (one: Subscription): Subscription => ({
  ...one,
  cancellation: one.cancellation && {
    ...one.cancellation,
    accessUntil: stateOfTail(one, one.toldAt).accessUntil,
  },
});

/** The subscription with these references, as told at `toldAt` (epoch ms). */
export const withRefs = (one: Unobserved, refs: readonly ObservedReference[], toldAt: number): Subscription =>
  told({ ...one, refs, toldAt });

/** What a state follows from in a reference that is on record. */
export const knownOf = ({ paid, owed, planReference, ...of }: ObservedReference): KnownReference => ({
  ...of,
  orders: [
    ...(paid ? [{ reference: '', planReference, ...paid, status: 'PAID' as const, failures: [] }] : []),
    ...(owed ? [owedOrder(owed, planReference)] : []),
  ],
});

const owedOrder = (owed: OwedOrder, planReference: string): KnownOrder => {
  const { reference, dueAt: start, failedAt, graceEndsAt } = owed;
  const failed = { status: 'FAILED', failures: [failedAt], paidAt: null } as const;
  return { reference, planReference, start, end: start, ...failed, graceEndsAt };
};

const NOTHING: ObservedReference = {
  ...{ reference: '', planReference: '', status: 'ACTIVE', createdAt: 0, startAt: 0, trialEnd: null },
  ...{ isOpen: false, toldBefore: 0, waitsFrom: null, paid: null, owed: null },
};

/**
 * The subscription with what can still matter of what was read and told: the references that may change, the period it is
 * in, the payment it owes. `isWhole`: all that was read is told.
 */
export function withTail(
  one: Subscription,
  { earlier, current }: ProviderSnapshot,
  isWhole: boolean,
  now: number,
): Subscription {
  const read = new Map([...earlier, current].map((of) => [of.reference, of]));
  const onRecord = one.refs.filter(({ reference }) => !isWhole || reference !== current.reference);
  const last = isWhole ? one.refs.filter(({ reference }) => reference === current.reference) : [];
  const refs = [...onRecord, ...last];
  const observed = refs.map((ref) => {
    const of = read.get(ref.reference);
    if (of) return observedOf(one, ref, of, { isCurrent: ref === refs.at(-1), isWhole, now });
    return isWhole ? { ...ref, waitsFrom: null } : ref;
  });
  const kept = withPeriod(one, withOwed(one, observed, read), read);
  const tail = kept.filter((ref) => matters(one, ref) || ref === kept.at(-1));
  const after = withRefs(one, tail, Math.max(now, one.toldAt)); // their clock may be ahead
  return hasEnded(one) ? { ...after, status: one.status } : after;
}

/** The subscription without references that gave nothing of what it is now, and whose orders cannot change. */
export function settled(one: Subscription): Subscription {
  const refs = withPeriod(one, one.refs, new Map());
  return withRefs(
    one,
    refs.filter((ref) => matters(one, ref) || ref === refs.at(-1)),
    one.toldAt,
  );
}

/** Whether a reference may change, or gave what the subscription is now. */
const matters = (one: Subscription, ref: ObservedReference): boolean =>
  ref.isOpen || ref.paid !== null || ref.owed !== null || givesTrial(one, ref);

interface Reading {
  readonly isCurrent: boolean;
  readonly isWhole: boolean;
  readonly now: number;
}

/** What is on record of a reference after it was read. */
function observedOf(
  one: Subscription,
  ref: ObservedReference,
  of: ProviderSubscription,
  { isCurrent, isWhole, now }: Reading,
): ObservedReference {
  const { createdAt, startAt, trialEnd, orders } = of;
  const made = { ...ref, createdAt, startAt, trialEnd };
  const status = isCurrent ? countedStatus(one, of) : 'ACTIVE';
  const keepsTrial = (isCurrent && !hasEnded(one)) || givesTrial(one, made);
  const seen = { ...made, status, trialEnd: keepsTrial ? trialEnd : null };
  if (!isWhole) return seen;
  const open = orders.filter((order) => !isFinal(order, of, now) || isDisregarded(one, order));
  const last = orders.at(-1);
  const waiting = isOver(of) ? [] : orders.filter(({ status: is }) => is === 'WAITING');
  return {
    ...seen,
    isOpen: isCurrent || open.length > 0,
    toldBefore: open[0]?.start ?? (last ? last.start + 1 : 0),
    waitsFrom: waiting.length === 0 ? null : Math.min(...waiting.map(({ start }) => start)),
  };
}

/** What a reference is at the provider, as long as nothing else is known of it: one that is over there is read first. */
export const statusThere = ({ status }: Pick<Subscription, 'status'>): ObservedReference['status'] => {
  if (status === 'PAYMENT_FAILED') return 'UNPAID';
  return status === 'PENDING' ? 'PENDING' : 'ACTIVE';
};

/** The status of the current reference as far as it counts: it may lag, and what it lacks may not be owed. */
function countedStatus(one: Subscription, { status }: ProviderSubscription): ObservedReference['status'] {
  if (status === 'PENDING' && one.status !== 'PENDING') return 'ACTIVE';
  return status === 'UNPAID' && one.status === 'ACTIVE' ? 'ACTIVE' : status;
}

/** Whether the period that the subscription is in is the trial of a reference. */
const givesTrial = (
  { periodStart, periodEnd }: Subscription,
  { startAt, trialEnd }: Pick<ObservedReference, 'startAt' | 'trialEnd'>,
): boolean => trialEnd !== null && startAt === periodStart && trialEnd === periodEnd;

type Readings = ReadonlyMap<string, ProviderSubscription>;

/** Each reference without a period, but the one that gave the present one. */
function withPeriod(
  one: Subscription,
  refs: readonly ObservedReference[],
  read: Readings,
): readonly ObservedReference[] {
  const { periodStart: start, periodEnd: end } = one;
  const none = refs.map((ref) => ({ ...ref, paid: null }));
  if (start === null || end === null || refs.some((ref) => givesTrial(one, ref))) return none;
  const periods = refs.map((ref): PaidPeriod | undefined => {
    const orders = read.get(ref.reference)?.orders ?? [];
    const order = orders.findLast(
      (each) => each.status === 'PAID' && each.start === start && each.end === end,
    );
    if (order) return { start, end, paidAt: order.paidAt };
    return ref.paid?.start === start && ref.paid.end === end ? ref.paid : undefined;
  });
  const nth = periods.findLastIndex((period) => period !== undefined);
  const paid = periods[nth] ?? { start, end, paidAt: null };
  return none.map((ref, at) => (at === (nth < 0 ? none.length - 1 : nth) ? { ...ref, paid } : ref));
}

/** Each reference without a payment that is owed, but the one of the present one. */
function withOwed(
  one: Subscription,
  refs: readonly ObservedReference[],
  read: Readings,
): readonly ObservedReference[] {
  const { failedOrder: reference, failedAt, failedDueAt, graceEndsAt } = one;
  const none = refs.map((ref) => ({ ...ref, owed: null }));
  if (reference === null || failedAt === null) return none;
  const nth = refs.findLastIndex(
    (ref) =>
      ref.owed?.reference === reference ||
      read.get(ref.reference)?.orders.some((order) => order.reference === reference) === true,
  );
  const owed = { reference, dueAt: failedDueAt ?? failedAt, failedAt, graceEndsAt };
  return none.map((ref, at) => (at === (nth < 0 ? none.length - 1 : nth) ? { ...ref, owed } : ref));
}
