import { Refusal } from '../refusal.ts';
import { undoClosesAt } from './cancellation.ts';
import { eventOf, type Decision } from './decision.ts';
import { carriedOut } from './last-request.ts';
import { changed, hasEnded, type Subscription } from './subscription.ts';

/** What identical requests to undo a cancellation have in common. */
export const UNDO = 'undo';

/** Undoes a scheduled cancellation. Throws `not_cancelled`, `already_ended` or `undo_window_closed`. */
export function undoCancel(subscription: Subscription, now: number): Decision {
  if (hasEnded(subscription)) throw new Refusal('already_ended');
  if (!subscription.cancellation) throw new Refusal('not_cancelled');
  const closes = undoClosesAt(subscription);
  if (subscription.cancellation.progress !== 'scheduled' || (closes !== null && now >= closes))
    throw new Refusal('undo_window_closed');
  const after = changed(subscription, {
    cancellation: null,
    lastRequest: carriedOut(UNDO, now),
  });
  const what = { type: 'DID_CHANGE_RENEWAL_STATUS', subtype: 'AUTO_RENEW_ENABLED', at: now } as const;
  const event = eventOf(after, { ...what, cause: `undo:${after.id}:${after.revision}` }, subscription);
  return { subscription: after, events: [event] };
}
