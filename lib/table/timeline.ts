import type { CoreApp } from '../app.ts';
import type { EventType, SubscriptionEvent } from '../billing/events.ts';
import { eventIdOf } from '../billing/identifiers.ts';
import type { Subscription } from '../billing/subscription.ts';
import { compactItem } from './item.ts';
import { key } from './schema.ts';
import type { Put } from './table.ts';

/** Who brought a change about: a request by its id, a provider's notification, our schedule, or an operator. */
export interface Cause {
  readonly by: 'request' | 'notification' | 'schedule' | 'operator';
  readonly id: string | null;
}

/** The cause of what our own schedule finds. */
export const scheduled: Cause = { by: 'schedule', id: null };

/** The cause of what an operator's command does. */
export const commanded: Cause = { by: 'operator', id: null };

/** The cause of what an App does: an operator's command, or the request that brought it about, or else our schedule. */
export function requested({ actor, requestId }: Pick<CoreApp, 'actor' | 'requestId'>): Cause {
  if (actor === 'operator') return commanded;
  return requestId === undefined ? scheduled : { by: 'request', id: requestId };
}

/** What a timeline says of a change. */
export const TIMELINE_WORDS = [
  'subscribed',
  'renewed',
  'payment_failed',
  'plan_changed',
  'cancelled',
  'undone',
  'ended',
  'card_replaced',
  'status_taken_over',
] as const;
/** The kind of a timeline entry. */
export type TimelineWord = (typeof TIMELINE_WORDS)[number];

/** A change that emits no event, for the timeline alone. Times are epoch ms. */
export interface Transition {
  readonly subscriberId: string;
  readonly what: TimelineWord;
  readonly at: number;
  readonly from: string | null;
  readonly to: string | null;
  /** Tells it apart from others of the same instant. */
  readonly about: string;
}

/** The word for an event in the timeline. */
export function timelineWord({ type, subtype }: Pick<SubscriptionEvent, 'type' | 'subtype'>): TimelineWord {
  if (type === 'DID_CHANGE_RENEWAL_STATUS') return subtype === 'AUTO_RENEW_ENABLED' ? 'undone' : 'cancelled';
  const words = {
    SUBSCRIBED: 'subscribed',
    DID_RENEW: 'renewed',
    DID_FAIL_TO_RENEW: 'payment_failed',
    DID_CHANGE_RENEWAL_PREF: 'plan_changed',
    EXPIRED: 'ended',
  } as const satisfies Record<Exclude<EventType, 'DID_CHANGE_RENEWAL_STATUS'>, TimelineWord>;
  return words[type];
}

/** The item of a change that emits no event, in the history that also holds the events. */
export function transitionPut(tenant: string, transition: Transition, causedBy: Cause): Put {
  const { subscriberId, what, at, from, to, about } = transition;
  const id = eventIdOf({ tenant, subscriberId, at, cause: `${what}:${about}` });
  const record = { subscriberId, what, at, from, to, causedBy: { ...causedBy } };
  return { put: compactItem(key.event(tenant, id), record) };
}

/** What changed without an event: what would have been announced, or else a status that was taken over. */
export function silentTransitions(
  before: Subscription,
  after: Subscription,
  silent: readonly SubscriptionEvent[],
  announcedCount: number,
  now: number,
): Transition[] {
  const { id: subscriberId } = after;
  if (silent.length > 0)
    return silent.map((event) => ({
      subscriberId,
      what: timelineWord(event),
      at: event.at,
      from: event.from,
      to: event.to,
      about: event.cause,
    }));
  if (announcedCount > 0 || before.status === after.status) return [];
  const about = String(after.revision);
  const what = 'status_taken_over';
  return [{ subscriberId, what, at: now, from: before.status, to: after.status, about }];
}
