import { DUPLICATE_WINDOW_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { reopenOrdersAfterEnd, undoClosesAt } from './cancellation.ts';
import { eventOf, type Decision } from './decision.ts';
import { changed, hasEnded, type Subscription } from './subscription.ts';

/** Whether an identical concurrent request has undone the cancellation; this one began at `since` (epoch ms). */
export function isJustUndone({ cancellation, undoneAt }: Subscription, since: number): boolean {
  return cancellation === null && (undoneAt ?? 0) >= since - DUPLICATE_WINDOW_MS;
}

/** Undoes a scheduled cancellation. Throws `not_cancelled`, `already_ended` or `undo_window_closed`. */
export function undoCancel(subscription: Subscription, now: number): Decision {
  if (hasEnded(subscription)) throw new Refusal('already_ended');
  if (!subscription.cancellation) throw new Refusal('not_cancelled');
  const closes = undoClosesAt(subscription);
  if (subscription.cancellation.progress !== 'scheduled' || (closes !== null && now >= closes))
    throw new Refusal('undo_window_closed');
  const after = changed(reopenOrdersAfterEnd(subscription), { cancellation: null, undoneAt: now });
  const what = { type: 'DID_CHANGE_RENEWAL_STATUS', subtype: 'AUTO_RENEW_ENABLED', at: now } as const;
  const event = eventOf(after, { ...what, cause: `undo:${after.id}:${after.revision}` }, subscription);
  return { subscription: after, events: [event] };
}
