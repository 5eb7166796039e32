import type { CoreApp } from '../../runtime/app.ts';
import type { EventType, SubscriptionEvent } from '../../billing/events.ts';
import { isErased } from '../../billing/customer.ts';
import { eventIdOf } from '../../billing/identifiers.ts';
import type { RetryIntent, Subscription } from '../../billing/subscription.ts';
import { compactItem } from '../item.ts';
import { key } from '../schema.ts';
import type { Put } from '../table.ts';

/** Every kind of cause: `customer` acts in the portal, `person` is one of the tenant's people in the console. */
export const CAUSES = ['request', 'notification', 'schedule', 'operator', 'customer', 'person'] as const;

/** What caused a change; `id` is that of the request, if it was one. */
export interface Cause {
  readonly by: (typeof CAUSES)[number];
  readonly id: string | null;
  /** Which of the tenant's people. */
  readonly who?: string;
}

/** The cause of changes by our own schedule. */
export const bySchedule: Cause = { by: 'schedule', id: null };

/** The cause of changes by an operator's command. */
export const byOperator: Cause = { by: 'operator', id: null };

/** The cause of an App's changes: whoever acts in it, or the request it serves, or else our schedule. */
export function causeOf({ actor, requestId }: Pick<CoreApp, 'actor' | 'requestId'>): Cause {
  if (actor) return { ...actor, id: requestId ?? null };
  return requestId === undefined ? bySchedule : { by: 'request', id: requestId };
}

/** The kinds of timeline entries. */
export const TIMELINE_WORDS = [
  'subscribed',
  'renewed',
  'payment_failed',
  'plan_changed',
  'cancelled',
  'undone',
  'ended',
  'card_form_returned',
  // Written by earlier releases for a mere return from a card form; the provider shows no card.
  'card_replaced',
  'customer_corrected',
  'payment_retried',
  'refunded',
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
  /** What it came of, such as the token of a card form; distinguishes it from others at the same time. */
  readonly about: string;
}

/** The timeline's word for an event. */
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

/** The item of a change without an event, in the history that also holds events. */
export function transitionPut(tenant: string, transition: Transition, causedBy: Cause): Put {
  const { subscriberId, what, at, from, to, about } = transition;
  const id = eventIdOf({ tenant, subscriberId, at, cause: `${what}:${about}` });
  const record = { subscriberId, what, at, from, to, about, causedBy: { ...causedBy } };
  return { put: compactItem(key.event(tenant, id), record) };
}

/** The events of a change, announced and suppressed, and when it was made (epoch ms). */
interface ChangeEvents {
  readonly events: readonly SubscriptionEvent[];
  readonly silent: readonly SubscriptionEvent[];
  readonly now: number;
}

/** The changes without events: suppressed events, and a status taken over from the provider that no event tells. */
export function silentTransitions(
  before: Subscription,
  after: Subscription,
  { events, silent, now }: ChangeEvents,
): Transition[] {
  const { id: subscriberId, status: to } = after;
  const last = [...events, ...silent].at(-1);
  const from = last?.snapshot.status ?? before.status;
  const suppressed = silent.map((event): Transition => ({
    subscriberId,
    what: timelineWord(event),
    at: event.at,
    from: event.from,
    to: event.to,
    about: event.cause,
  }));
  if (isCorrected(before, after)) suppressed.push(correction(after, now));
  if (after.retry && after.retry.at !== before.retry?.at) suppressed.push(retried(after.id, after.retry));
  if (from === to) return suppressed;
  const at = Math.max(now, (last?.at ?? 0) + 1); // after the event that it corrects: timelines are ordered by time
  const about = String(after.revision);
  return [...suppressed, { subscriberId, what: 'status_taken_over', at, from, to, about }];
}

const retried = (subscriberId: string, { order, at }: RetryIntent): Transition => ({
  subscriberId,
  what: 'payment_retried',
  at,
  from: null,
  to: null,
  about: `${order}:${at}`,
});

/** Whether somebody has corrected the buyer; an erasure is no correction. */
const isCorrected = ({ customer: before }: Subscription, { customer: after }: Subscription): boolean =>
  !isErased(after) && JSON.stringify(before) !== JSON.stringify(after);

const correction = ({ id, revision }: Subscription, at: number): Transition => ({
  subscriberId: id,
  what: 'customer_corrected',
  at,
  from: null,
  to: null,
  about: String(revision),
});
