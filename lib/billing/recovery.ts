import { DUPLICATE_WINDOW_MS, RECOVERY } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { withCancellation } from './cancellation.ts';
import type { SubscriptionView } from './current-state.ts';
import { unchanged, type Decision } from './decision.ts';
import type { ProviderOrder, ProviderSubscription } from './provider-snapshot.ts';
import type { RecoverySettings } from './recovery-settings.ts';
import { recoveryTimes, type Recovering } from './recovery-times.ts';
import { allowedBeside, allowedFrom, triesOf } from './retry-limits.ts';
import { changed, type Recovery, type RetryIntent, type Subscription } from './subscription.ts';

/** Whether a recovery goes on by itself, needs another card, or waits for somebody; null while nothing is owed. */
export function recoveryState(one: Recovering): 'retrying' | 'needs_card' | 'waiting' | null {
  const { recovery, retry } = one;
  if (!recovery) return null;
  if (recovery.decline.means === 'never') return 'needs_card';
  if (retry?.isLost) return 'waiting';
  const isTried = retry !== null || recovery.isRunning || recoveryTimes(one)?.nextAttemptAt !== null;
  return isTried ? 'retrying' : 'waiting';
}

/**
 * The subscription with the recovery of its failed renewal, from all orders that were read; without one while nothing is
 * owed. A retry that was asked for is over with the next failed attempt at its order; until then none other is made, and
 * after a day without a result the schedule leaves it to a person. When that time is over the subscription is cancelled,
 * at the latest when the order is so old that the provider does not collect it.
 */
export function applyRecovery(
  before: Subscription,
  references: readonly ProviderSubscription[],
  settings: RecoverySettings,
  now: number,
): Decision {
  const orders = references.flatMap((one) => one.orders);
  const known = before.recovery?.order;
  const failed = orders.findLast(
    ({ status, reference }) => status === 'FAILED' || (status === 'WAITING' && reference === known),
  );
  if (before.status !== 'PAYMENT_FAILED' || !failed)
    return unchanged(changed(before, { recovery: null, retry: null, cardReturnedAt: null }));
  const since = Math.max(now - RECOVERY.withinMs, before.cardReturnedAt ?? 0);
  const undated = firstSeen(orders, before.recovery?.undated ?? [], now);
  const recovery = {
    order: failed.reference,
    dueAt: failed.start,
    failures: [...failed.failures],
    attempts: attemptsIn(orders, undated, since),
    undated,
    asked: (before.recovery?.asked ?? []).filter((at) => at >= since),
    isRunning: failed.isRunning || failed.status === 'WAITING',
    decline: failed.decline ?? { code: null, means: 'unknown' as const },
    schedule: settings,
  };
  const subscription = changed(before, { recovery, retry: retryAfter(before.retry, failed, now) });
  if (before.cancellation || now < (recoveryTimes(subscription)?.endsAt ?? 0)) return unchanged(subscription);
  const cancellation = { at: now, by: 'pay', progress: 'scheduled' } as const;
  return withCancellation(subscription, cancellation, `recovery:${failed.reference}`);
}

/** When each refused attempt since then was made or first seen (epoch ms), whoever made it, oldest first. */
const attemptsIn = (
  orders: readonly ProviderOrder[],
  undated: Recovery['undated'],
  since: number,
): number[] => {
  const dated = new Set(orders.flatMap(({ failures }) => failures));
  return [...dated, ...undated.map(({ at }) => at)].filter((at) => at >= since).toSorted((a, b) => a - b);
};

/**
 * When each attempt was first seen that the provider tells no time of, oldest first: it may have been made at that very
 * moment, so that nobody tries again within a day of it. Each order has its own: another may be paid meanwhile.
 */
function firstSeen(
  orders: readonly ProviderOrder[],
  seen: Recovery['undated'],
  now: number,
): Recovery['undated'] {
  const owed = orders.filter(({ status }) => status !== 'PAID');
  const attempts = owed.flatMap(({ reference: order, undated }) => {
    const ofOrder = seen.filter((one) => one.order === order);
    return Array.from({ length: undated }, (_, nth) => ofOrder[nth] ?? { order, at: now });
  });
  return attempts.toSorted((a, b) => a.at - b.at);
}

/** A retry that was asked for, by what its order says now; null once its result is there, or another order is owed. */
function retryAfter(retry: RetryIntent | null, failed: ProviderOrder, now: number): RetryIntent | null {
  const isLate = retry !== null && now >= retry.at + RECOVERY.unseenMs;
  if (!retry || (isLate && retry.order !== failed.reference)) return null;
  if (retry.order === failed.reference && failed.failures.length > retry.failures) return null;
  return isLate ? { ...retry, isLost: true } : retry;
}

/** Whether the schedule tries now. */
export const isRetryDue = (one: Subscription, now: number): boolean =>
  now >= (recoveryTimes(one)?.nextAttemptAt ?? Infinity);

/**
 * Checks that somebody may have the payment tried now, by a record that has just been reconciled. Throws
 * `nothing_to_retry` if nothing is owed, or the card will never work, and `retry_too_soon`.
 */
export function checkRetry({ recovery, retry, cancellation }: Subscription, now: number): void {
  if (!recovery || cancellation) throw new Refusal('nothing_to_retry');
  if (recovery.decline.means === 'never')
    throw new Refusal('nothing_to_retry', {
      message: "The bank's code says that this card will never work; the customer has to enter another one.",
    });
  const from = heldUntil({ retry }, allowedFrom(triesOf(recovery)));
  if (recovery.isRunning) throw new Refusal('retry_too_soon');
  if (now < from) throw new Refusal('retry_too_soon', { retryAfterSeconds: Math.ceil((from - now) / 1000) });
}

/** Whether it was just asked for: by an identical request to that of `since` (epoch ms) at the same moment, or by the schedule. */
export const isRetryAsked = ({ retry }: Subscription, since: number): boolean =>
  retry !== null && retry.at >= since - DUPLICATE_WINDOW_MS;

/** From when somebody may have it tried (epoch ms): a retry that was asked for is waited for first. */
const heldUntil = ({ retry }: Pick<Subscription, 'retry'>, allowed: number): number =>
  Math.max(allowed, retry ? retry.at + RECOVERY.unseenMs : 0);

/** Whether somebody may have a failed payment tried now, or from when (epoch ms); `no` where time alone changes nothing. */
export type RetryOffer = { readonly is: 'now' | 'no' } | { readonly is: 'from'; readonly at: number };

/** What is offered of a try. `others` are the customer's other subscriptions, which may be charged to the same card. */
export function retryOffer(one: SubscriptionView, others: readonly Subscription[]): RetryOffer {
  const { recovery, cancellation, status, at: now } = one;
  if (status !== 'PAYMENT_FAILED' || !recovery || cancellation) return { is: 'no' };
  if (recovery.decline.means === 'never' || recovery.isRunning) return { is: 'no' };
  const from = heldUntil(one, allowedBeside(one, others));
  if (now >= from) return { is: 'now' };
  return from < (recoveryTimes(one)?.endsAt ?? 0) ? { is: 'from', at: from } : { is: 'no' };
}

/** Whether somebody may have the payment tried now. */
export function mayRetry(one: Subscription, now: number): boolean {
  try {
    checkRetry(one, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Whether the failed payment is being tried at this moment, so that its customer only waits: somebody has asked for it, or
 * another card was entered, and the result is not there yet. Where it does not come soon the customer waits no longer.
 */
export function isBeingTried({ recovery, retry, cardReturnedAt }: Subscription, now: number): boolean {
  const since = Math.max(retry?.at ?? 0, cardReturnedAt ?? 0);
  return now < since + RECOVERY.waitedForMs && !recovery?.attempts.some((at) => at >= since);
}

/** The subscription whose failed order the provider is about to be asked to charge again. */
export function intendRetry(one: Subscription, now: number): Subscription {
  const { recovery } = one;
  if (!recovery) return one;
  const { order, failures } = recovery;
  return changed(one, {
    recovery: { ...recovery, asked: [...recovery.asked, now] },
    retry: { order, at: now, failures: failures.length, isLost: false },
  });
}

/** The subscription whose retry the provider did not take; if it `neverArrived`, the attempt does not count. */
export function withoutRetry(one: Subscription, neverArrived: boolean): Subscription {
  const { recovery, retry } = one;
  const isOther = (at: number) => !neverArrived || at !== retry?.at;
  return changed(one, {
    retry: null,
    recovery: recovery && { ...recovery, asked: recovery.asked.filter(isOther) },
  });
}
