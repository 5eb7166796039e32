import type { ShopEvidence } from '../evidence.ts';
import type { StandingCancel } from './answered-cancels.ts';
import { SHOWN_WITHIN_MS, type Family } from './families.ts';

/**
 * Cancelled in our records alone: it ends when that was answered to, or with the period that had begun by then,
 * whatever the provider fails to collect for later. A change that could not be read there by its end comes too late.
 */
export function statusOfOwnCancel(
  { members, charges }: Family,
  cancel: StandingCancel,
  shop: ShopEvidence,
  now: number,
): readonly string[] {
  const isOverAtOnce = cancel.until <= cancel.at;
  const until = isOverAtOnce ? cancel.until : Math.max(cancel.until, begunUntil(members, cancel));
  // An end at once waits for a provider in trouble: what failed before may have been paid by then, and goes on.
  const paidUntil = begunUntil(members, cancel);
  const mayBePaid = isOverAtOnce && shop.troubled(cancel.at, cancel.at) && now < paidUntil;
  if (mayBePaid) return ['CANCELLED', ...goingOn(members, paidUntil)];
  // What had begun by then and was paid for may be used up, also where another plan has taken its place since.
  if (now >= until)
    return now < replacedUntil(members, cancel)
      ? ['ACTIVE', 'CANCELLED', 'EXPIRED']
      : ['CANCELLED', 'EXPIRED'];
  // What was paid only after the end that was answered may have met a subscription that had ended by then.
  const paidLate = new Set(
    charges
      .filter(({ status, time }) => status === 'SUCCESS' && time >= cancel.until)
      .map((one) => one.orderReferenceCode),
  );
  const inTime = members.map((member) => ({
    ...member,
    orders: member.orders.filter(({ referenceCode }) => !paidLate.has(referenceCode)),
  }));
  if (now >= cancel.until && now >= begunUntil(inTime, cancel)) return ['ACTIVE', 'CANCELLED', 'EXPIRED'];
  const isUnread = members.length > 1 && shop.troubled(cancel.until, cancel.until);
  if (now >= cancel.until && (isUnread || mayBeHidden(members, cancel, shop))) return ['ACTIVE', 'CANCELLED'];
  return goingOn(members, until);
}

/** The statuses of what goes on to an end: also with a charge owed for a period that began before it. */
function goingOn(members: Family['members'], until: number): readonly string[] {
  const owed = members.some(({ orders }) =>
    orders.some(({ orderStatus, startPeriod }) => orderStatus === 'FAILED' && startPeriod < until),
  );
  return owed ? ['PAYMENT_FAILED', 'ACTIVE', 'EXPIRED'] : ['ACTIVE', 'EXPIRED'];
}

/** The end of the last period, paid for or a trial, that had begun at a cancellation. */
function begunUntil(members: Family['members'], { at, until }: StandingCancel): number {
  const begun = members.flatMap(({ orders, startDate, trialEndDate: end, subscriptionStatus }) => [
    ...orders.filter(({ orderStatus }) => orderStatus === 'SUCCESS'),
    ...(end === undefined || subscriptionStatus === 'PENDING'
      ? []
      : [{ startPeriod: startDate, endPeriod: end }]),
  ]);
  const fitting = begun.filter(({ startPeriod }) => startPeriod < until);
  const last = fitting.toSorted((one, other) => other.startPeriod - one.startPeriod)[0];
  return last && last.startPeriod <= at ? last.endPeriod : 0;
}

/**
 * The end of what had begun at a cancellation and was paid for, whatever has begun after it. By a provider that tells whole
 * seconds, what began in that second had begun.
 */
function replacedUntil(members: Family['members'], { at }: StandingCancel): number {
  const begun = members
    .flatMap(({ orders }) => orders)
    .filter(
      ({ orderStatus, startPeriod }) =>
        orderStatus === 'SUCCESS' && startPeriod - (startPeriod % 1_000) <= at,
    );
  return Math.max(0, ...begun.map(({ endPeriod }) => endPeriod));
}

/** Whether the provider's search may not have shown a plan change yet when access was to end. */
export const mayBeHidden = (
  members: Family['members'],
  { until }: Pick<StandingCancel, 'until'>,
  shop: ShopEvidence,
) => shop.lagged && members.slice(1).some(({ createdDate }) => until - createdDate < SHOWN_WITHIN_MS);
