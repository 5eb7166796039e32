import { DUPLICATE_WINDOW_MS, UNDO_BUFFER } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { eventOf, unchanged, type Decision } from './decision.ts';
import { usualPeriodMs } from './plan.ts';
import { changed, hasEnded, type Cancellation, type CancelWhy, type Subscription } from './subscription.ts';

/**
 * The last moment (epoch ms) at which a cancellation can be undone: 24 hours before the period ends, or a tenth of the
 * period if that is shorter. If the provider's next charge comes before that end (a period was paid early and the plan
 * then changed), it counts back from that charge instead. Null if the period is not known.
 */
export function undoClosesAt(subscription: Subscription): number | null {
  const { cancellation, periodStart } = subscription;
  const end = cancellation ? cancellation.accessUntil : subscription.periodEnd;
  if (end === null) return null;
  // A period can begin after it has ended: it was paid early, then the payment of the one before failed.
  const length = periodStart === null ? usualPeriodMs(subscription.plan) : Math.max(end - periodStart, 0);
  const isKnownToProvider = cancellation?.by !== 'svc';
  const last = isKnownToProvider ? Math.min(end, nextUnagreedOrderAt(subscription) ?? end) : end;
  return last - Math.min(UNDO_BUFFER.maxMs, Math.round(length * UNDO_BUFFER.shareOfPeriod));
}

/**
 * The start of the provider's next order, if it lies after the customer's last plan change or cancellation. A charge
 * that a plan change makes at once is owed even if the customer cancels before it is collected.
 */
function nextUnagreedOrderAt({ nextOrderAt, planChangedAt, cancellation }: Subscription): number | null {
  const agreedUntil = Math.max(planChangedAt ?? 0, cancellation?.at ?? 0);
  return nextOrderAt !== null && nextOrderAt > agreedUntil + DUPLICATE_WINDOW_MS ? nextOrderAt : null;
}

/**
 * Schedules cancellation for the end of the paid period. Repeating it changes nothing, except that a cancellation in
 * our records alone, repeated with the provider's reference, is also sent to the provider, for the end of what has been
 * paid since. Without a paid period (payment failed, or not begun) it takes effect at once. Throws `already_ended`.
 */
export function cancelAtPeriodEnd(
  subscription: Subscription,
  by: 'pay' | 'svc',
  now: number,
  why: CancelWhy = {},
): Decision {
  if (hasEnded(subscription)) throw new Refusal('already_ended');
  if (subscription.cancellation) return escalateToProvider(subscription, by, why);
  const cause = `cancel:${subscription.id}:${subscription.revision}`;
  return withCancellation(subscription, { at: now, by, progress: 'scheduled', ...why }, cause);
}

/** The subscription with a new cancellation: access lasts until the end of the paid period, if there is one. */
export function withCancellation(
  before: Subscription,
  cancellation: Omit<Cancellation, 'accessUntil'>,
  cause: string,
): Decision {
  const { at } = cancellation;
  const accessUntil = before.status === 'ACTIVE' ? before.periodEnd : at;
  const subscription = changed(before, { cancellation: { ...cancellation, accessUntil } });
  const what = { type: 'DID_CHANGE_RENEWAL_STATUS', subtype: 'AUTO_RENEW_DISABLED', at, cause } as const;
  return { subscription, events: [eventOf(subscription, what, before)] };
}

/** Cancelled at the provider directly. */
export const cancelledAtProvider = (one: Subscription, now: number): Decision =>
  withCancellation(one, { at: now, by: 'pay', progress: 'confirmed' }, `cancelled:${one.payReference}`);

function escalateToProvider(subscription: Subscription, by: 'pay' | 'svc', why: CancelWhy): Decision {
  const { cancellation, status, periodEnd } = subscription;
  if (by !== 'pay' || cancellation?.by !== 'svc') return unchanged(subscription);
  const paidUntil = status === 'ACTIVE' && periodEnd !== null ? periodEnd : -Infinity;
  const accessUntil = cancellation.accessUntil && Math.max(cancellation.accessUntil, paidUntil);
  const repeated = { ...cancellation, ...why, accessUntil, by, progress: 'scheduled' } as const;
  return unchanged(changed(subscription, { cancellation: repeated }));
}

/** Whether an identical concurrent request has cancelled and ended it; this one began at `since` (epoch ms). */
export function isJustCancelled(subscription: Subscription, by: 'pay' | 'svc', since: number): boolean {
  const { cancellation } = subscription;
  return hasEnded(subscription) && cancellation?.by === by && cancellation.at >= since - DUPLICATE_WINDOW_MS;
}

/** Whether a request that began at `since` is repeated too late to be a concurrent duplicate. Times are epoch ms. */
export const isLateRepeat = (since: number, now: number): boolean => since < now - DUPLICATE_WINDOW_MS;

/** Refuses to repeat late what began at `since`, if it was changed again (`changedAt`) after it. Throws `concurrent_change`. */
export function refuseOvertaken(changedAt: number | null | undefined, since: number, now: number): void {
  if (isLateRepeat(since, now) && (changedAt ?? 0) > since) throw new Refusal('concurrent_change');
}

/** Whether the cancellation must be sent to the provider now: it is ours to send and can no longer be undone. */
export function cancelIsDue(subscription: Subscription, now: number): boolean {
  const { by, progress } = subscription.cancellation ?? {};
  if (hasEnded(subscription) || by !== 'pay' || progress !== 'scheduled') return false;
  return now >= (undoClosesAt(subscription) ?? now);
}

/** Whether the provider makes no further order: the cancellation was sent there, or has to be now, or was found there. */
export function isCancelledThere(subscription: Subscription, now: number): boolean {
  const { progress = 'scheduled' } = subscription.cancellation ?? {};
  return progress !== 'scheduled' || cancelIsDue(subscription, now);
}

/** The cancellation is being sent to the provider. */
export const cancelSent = (one: Subscription) => withProgress(one, 'sent');

/** The provider was read as cancelled: it makes no further order. */
export function cancelConfirmed(one: Subscription): Subscription {
  const refs = one.refs.map((ref) => ({ ...ref, waitsFrom: null }));
  return { ...withProgress(one, 'confirmed'), refs, nextOrderAt: null };
}

/** The provider still runs a subscription whose cancellation it had accepted: the cancellation is sent again. */
export function cancelUnconfirmed(subscription: Subscription): Subscription {
  const isOurs = !hasEnded(subscription) && subscription.cancellation?.by === 'pay';
  return isOurs ? withProgress(subscription, 'scheduled') : subscription;
}

function withProgress(one: Subscription, progress: Cancellation['progress']): Subscription {
  const { cancellation } = one;
  if (!cancellation || cancellation.progress === progress) return one;
  return { ...one, cancellation: { ...cancellation, progress } };
}

/** Whether a cancellation must be carried out now: sent to the provider, or its end recorded. */
export const isToBeCarriedOut = (subscription: Subscription, now: number): boolean =>
  cancelIsDue(subscription, now) || endIfOver(subscription, now).events.length > 0;

/** Ends a cancelled subscription once its paid period is over and the provider, if it has to, has cancelled it. */
export function endIfOver(subscription: Subscription, now: number): Decision {
  const { cancellation } = subscription;
  if (hasEnded(subscription) || !cancellation) return unchanged(subscription);
  const at = cancellation.accessUntil ?? now;
  const mayEnd = cancellation.by === 'svc' || cancellation.progress === 'confirmed';
  return mayEnd && now >= at ? end(subscription, 'CANCELLED', at) : unchanged(subscription);
}

/**
 * Ends a subscription that the provider has ended by itself, once the period that was paid is over. One that was cancelled
 * ends as was answered then.
 */
export function expireIfOver(one: Subscription, now: number): Decision {
  const paidUntil = one.status === 'ACTIVE' ? (one.periodEnd ?? now) : now;
  if (hasEnded(one) || one.cancellation || now < paidUntil) return unchanged(one);
  return end(one, 'EXPIRED', Math.min(now, one.periodEnd ?? now));
}

/**
 * Ends a subscription for good, as of an instant (epoch ms), and announces EXPIRED, once: after its cancellation, also
 * where that ends it at once, because timelines are ordered by time.
 */
export function end(subscription: Subscription, status: 'CANCELLED' | 'EXPIRED', endedAt: number): Decision {
  const after = { ...subscription, status, endedAt };
  const at = Math.max(endedAt, (subscription.cancellation?.at ?? 0) + 1);
  const event = eventOf(after, { cause: `ended:${after.id}`, type: 'EXPIRED', at }, subscription);
  return { subscription: after, events: [event] };
}
