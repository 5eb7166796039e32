import { DAY_MS, DUPLICATE_WINDOW_MS, PAY_ALLOWS, RECOVERY } from '../limits.ts';
import { listOf, number, oneOf, part, type TypeOf } from '../record.ts';
import { Refusal } from '../refusal.ts';
import { withCancellation } from './cancellation.ts';
import type { SubscriptionView } from './current-state.ts';
import { unchanged, type Decision } from './decision.ts';
import type { Decline, ProviderOrder, ProviderSubscription } from './provider-snapshot.ts';
import { allowedBeside, allowedFrom, triesOf, type Tries } from './retry-limits.ts';
import { changed, type Recovery, type RetryIntent, type Subscription } from './subscription.ts';

/** How a tenant's failed renewals are tried again: on these days after the failure; then they are cancelled or kept. */
export const RECOVERY_SETTINGS = part({ retryDays: listOf(number), then: oneOf(['cancel', 'keep']) });
/** Such settings. */
export type RecoverySettings = TypeOf<typeof RECOVERY_SETTINGS>;

/** What a new tenant begins with. */
export const USUAL_RECOVERY: RecoverySettings = { retryDays: [1, 3, 6, 10, 16, 24], then: 'keep' };
/** What a tenant has that was there before failed renewals were tried again. */
export const NO_RECOVERY: RecoverySettings = { retryDays: [], then: 'keep' };

/** Whether a recovery goes on by itself, needs another card, or waits for somebody. */
export function recoveryState(
  { decline, isRunning, nextAttemptAt }: Recovery,
  retry: RetryIntent | null,
): 'retrying' | 'needs_card' | 'waiting' {
  if (decline.means === 'never') return 'needs_card';
  if (retry?.isLost) return 'waiting';
  return retry || isRunning || nextAttemptAt !== null ? 'retrying' : 'waiting';
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
  const all = {
    attempts: attemptsIn(orders, before.cardReturnedAt ?? 0),
    asked: before.recovery?.asked ?? [],
  };
  const tries = {
    attempts: all.attempts.filter((at) => at >= since),
    asked: all.asked.filter((at) => at >= since),
  };
  const one = changed(before, { retry: retryAfter(before.retry, failed, now) });
  const recovery = recoveryOf(one, failed, { tries, lastTriedAt: lastOf(all) }, settings);
  const subscription = changed(one, { recovery });
  if (before.cancellation || now < recovery.endsAt) return unchanged(subscription);
  const cancellation = { at: now, by: 'pay', progress: 'scheduled' } as const;
  return withCancellation(subscription, cancellation, `recovery:${failed.reference}`);
}

/** When each refused attempt since then was made (epoch ms), whoever made it, oldest first. */
const attemptsIn = (orders: readonly ProviderOrder[], since: number): number[] =>
  orders
    .flatMap(({ failures }) => failures)
    .filter((at) => at >= since)
    .toSorted((a, b) => a - b);

const lastOf = ({ attempts, asked }: Tries): number => Math.max(attempts.at(-1) ?? 0, asked.at(-1) ?? 0);

/** What counts for the limits, and when it was tried last, however long ago (epoch ms). */
interface Tried {
  readonly tries: Tries;
  readonly lastTriedAt: number;
}

/** A retry that was asked for, by what its order says now; null once its result is there, or another order is owed. */
function retryAfter(retry: RetryIntent | null, failed: ProviderOrder, now: number): RetryIntent | null {
  const isLate = retry !== null && now >= retry.at + RECOVERY.unseenMs;
  if (!retry || (isLate && retry.order !== failed.reference)) return null;
  if (retry.order === failed.reference && failed.failures.length > retry.failures) return null;
  return isLate ? { ...retry, isLost: true } : retry;
}

function recoveryOf(
  { cardReturnedAt, graceEndsAt, cancellation, retry }: Subscription,
  failed: ProviderOrder,
  tried: Tried,
  settings: RecoverySettings,
): Recovery {
  const { tries } = tried;
  const { reference: order, start, failures } = failed;
  const failedAt = Math.max(failures[0] ?? start, cardReturnedAt ?? 0);
  const decline = failed.decline ?? { code: null, means: 'unknown' };
  const isRunning = failed.isRunning || failed.status === 'WAITING';
  const told = { order, failedAt, ...tries, failures: failures.length, isRunning, decline };
  const limit = start + PAY_ALLOWS.collectedMs;
  const lastDay = failedAt + (settings.retryDays.at(-1) ?? 0) * DAY_MS;
  const end = settings.then === 'cancel' ? Math.max(lastDay + DAY_MS, graceEndsAt ?? 0) : limit;
  const endsAt = Math.min(end, limit);
  const ofCard = failures.filter((at) => at >= (cardReturnedAt ?? 0)).length;
  const isHeldBack = cancellation !== null || retry !== null || isRunning;
  const next = isHeldBack || !isScheduled(decline, ofCard) ? null : nextDay({ ...tried, failedAt }, settings);
  return { ...told, nextAttemptAt: next !== null && next < endsAt ? next : null, endsAt };
}

/** Whether the schedule tries a card again of which the bank said this. */
function isScheduled({ means }: Decline, failures: number): boolean {
  return means === 'soft' || (means === 'unknown' && failures <= RECOVERY.unknownMax);
}

/** The first day of the schedule after the last try, as soon as one is allowed; null after its last day. */
function nextDay(
  { failedAt, lastTriedAt, tries }: Tried & Pick<Recovery, 'failedAt'>,
  { retryDays }: RecoverySettings,
): number | null {
  const days = retryDays.map((days) => failedAt + days * DAY_MS);
  const day = days.find((at) => at > lastTriedAt);
  return day === undefined ? null : Math.max(day, allowedFrom(triesOf(tries)));
}

/** Whether the schedule tries now. */
export const isRetryDue = ({ recovery, retry, cancellation }: Subscription, now: number): boolean =>
  !retry && !cancellation && now >= (recovery?.nextAttemptAt ?? Infinity);

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
  return from < recovery.endsAt ? { is: 'from', at: from } : { is: 'no' };
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
    recovery: { ...recovery, asked: [...recovery.asked, now], nextAttemptAt: null },
    retry: { order, at: now, failures, isLost: false },
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
