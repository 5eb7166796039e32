import { SAME_MOMENT_MS, UNDO_BUFFER } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { eventOf, unchanged, type Decision } from './decision.ts';
import { usualPeriodMs } from './plan.ts';
import { changed, hasEnded, type Subscription } from './subscription.ts';

/**
 * The last instant (epoch ms) at which a cancellation can be undone: before the end of the period by 24 hours, or by
 * a tenth of the period where that is shorter. Where the provider would charge before that end (a period was paid
 * early, then the plan was changed), it has to be told that much before it charges. Null where no period is known.
 */
export function undoClosesAt(subscription: Subscription): number | null {
  const { cancellation, periodStart } = subscription;
  const end = cancellation ? cancellation.accessUntil : subscription.periodEnd;
  if (end === null) return null;
  // A period that is paid for early begins after one whose payment failed has ended at once.
  const length = periodStart === null ? usualPeriodMs(subscription.plan) : Math.max(end - periodStart, 0);
  const isProvidersToo = cancellation?.by !== 'svc';
  const last = isProvidersToo ? Math.min(end, nextUnagreedOrderAt(subscription) ?? end) : end;
  return last - Math.min(UNDO_BUFFER.maxMs, Math.round(length * UNDO_BUFFER.shareOfPeriod));
}

/**
 * When the provider's next order begins, unless it had begun when its customer last spoke: what a change of plan charges
 * at once is owed, also by somebody who cancels before it is collected.
 */
function nextUnagreedOrderAt({ nextOrderAt, planChangedAt, cancellation }: Subscription): number | null {
  const lastWord = Math.max(planChangedAt ?? 0, cancellation?.at ?? 0);
  return nextOrderAt !== null && nextOrderAt > lastWord + SAME_MOMENT_MS ? nextOrderAt : null;
}

/**
 * Schedules the end of a subscription for the end of its paid period. Repeating it changes nothing, but one that was
 * ours alone becomes the provider's too when it is repeated by the provider's reference, for the end of what has been
 * paid for since. Without a paid period to protect (payment failed, or not begun) it ends at once. Throws `already_ended`.
 */
export function cancelAtPeriodEnd(subscription: Subscription, by: 'pay' | 'svc', now: number): Decision {
  if (hasEnded(subscription)) throw new Refusal('already_ended');
  if (subscription.cancellation) return escalateToProvider(subscription, by);
  const accessUntil = subscription.status === 'ACTIVE' ? subscription.periodEnd : now;
  const after = changed(subscription, { cancellation: { at: now, accessUntil, by, sent: false } });
  const what = { type: 'DID_CHANGE_RENEWAL_STATUS', subtype: 'AUTO_RENEW_DISABLED', at: now } as const;
  const event = eventOf(after, { ...what, cause: `cancel:${after.id}:${after.revision}` }, subscription);
  return { subscription: after, events: [event] };
}

function escalateToProvider(subscription: Subscription, by: 'pay' | 'svc'): Decision {
  const { cancellation } = subscription;
  if (by !== 'pay' || cancellation?.by !== 'svc') return unchanged(subscription);
  const { status, periodEnd } = subscription;
  const paidUntil = status === 'ACTIVE' && periodEnd !== null ? periodEnd : -Infinity;
  const accessUntil = cancellation.accessUntil && Math.max(cancellation.accessUntil, paidUntil);
  const repeated = { ...cancellation, accessUntil, by };
  return unchanged(changed(heedingProviderAgain(subscription), { cancellation: repeated }));
}

/** What the provider charged, or failed to, for time after an end that only our records knew of is to be compared again. */
export function heedingProviderAgain(subscription: Subscription): Subscription {
  const { cancellation, openReferences } = subscription;
  if (cancellation?.by !== 'svc' || cancellation.accessUntil === null) return subscription;
  const { accessUntil } = cancellation;
  return changed(subscription, {
    openReferences: openReferences.map((one) => ({
      ...one,
      recordedBefore: Math.min(one.recordedBefore, accessUntil),
    })),
  });
}

/** Whether an identical request cancelled and so ended it at the moment at which this one began, `since` (epoch ms). */
export function isJustCancelled(subscription: Subscription, by: 'pay' | 'svc', since: number): boolean {
  const { cancellation } = subscription;
  if (!hasEnded(subscription) || cancellation?.by !== by) return false;
  return cancellation.at >= since - SAME_MOMENT_MS;
}

/** Whether the cancellation is to be sent to the provider now: it is ours to send and can no longer be undone. */
export function cancelIsDue(subscription: Subscription, now: number): boolean {
  const { cancellation } = subscription;
  if (hasEnded(subscription) || cancellation?.by !== 'pay' || cancellation.sent) return false;
  return now >= (undoClosesAt(subscription) ?? now);
}

/** The provider has carried the cancellation out. */
export function cancelSent(subscription: Subscription): Subscription {
  const { cancellation } = subscription;
  return cancellation ? { ...subscription, cancellation: { ...cancellation, sent: true } } : subscription;
}

/** The provider still has a subscription whose cancellation it had taken: it is to be told again. */
export function cancelUnconfirmed(subscription: Subscription): Subscription {
  const { cancellation } = subscription;
  if (hasEnded(subscription) || cancellation?.by !== 'pay' || !cancellation.sent) return subscription;
  return { ...subscription, cancellation: { ...cancellation, sent: false } };
}

/** Ends a cancelled subscription once its paid period is over and the provider, if it was to be told, has been told. */
export function endIfOver(subscription: Subscription, now: number): Decision {
  const { cancellation } = subscription;
  if (hasEnded(subscription) || !cancellation) return unchanged(subscription);
  const over = now >= (cancellation.accessUntil ?? now);
  if (!over || (cancellation.by === 'pay' && !cancellation.sent)) return unchanged(subscription);
  return end(subscription, 'CANCELLED', Math.min(now, cancellation.accessUntil ?? now));
}

/** Whether a subscription has ended, or its access is over at `now` (epoch ms) and the end is only to be recorded. */
export function accessIsOver(subscription: Subscription, now: number): boolean {
  return hasEnded(endIfOver(subscription, now).subscription);
}

/** Ends a subscription for good, as of an instant (epoch ms), and announces EXPIRED, once. */
export function end(subscription: Subscription, status: 'CANCELLED' | 'EXPIRED', at: number): Decision {
  const after = { ...subscription, status, endedAt: at };
  return {
    subscription: after,
    events: [eventOf(after, { cause: `ended:${after.id}`, type: 'EXPIRED', at }, subscription)],
  };
}
