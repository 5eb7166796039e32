import { number, oneOf, optional, orNull, part, record, text, type TypeOf } from '../record.ts';
import { isErased } from './customer.ts';
import type { ParsedId } from './identifiers.ts';
import { cursorOf } from './page.ts';
import type { EventType, SubscriptionEvent } from './events.ts';
import type { CancelWhy, RetryIntent, Subscription } from './subscription.ts';

/** Every kind of cause: `customer` acts in the portal, `person` is one of the tenant's people in the console. */
export const CAUSES = ['request', 'notification', 'schedule', 'operator', 'customer', 'person'] as const;

/** By whose link somebody is in the portal: one that a key pair or one of the tenant's people has made, or that of a message. */
export const LINK_MAKERS = ['key', 'person', 'message'] as const;

/** Who has made a link to the portal: `who` is the key, the person's name or the kind of message; only a person has a `personId`. */
export const LINK_MAKER = part({ by: oneOf(LINK_MAKERS), who: text, personId: orNull(text) });
/** Such a maker. */
export type LinkMaker = TypeOf<typeof LINK_MAKER>;

/** What caused a change; `id` is that of the request, if it was one. */
export const CAUSE = part({
  by: oneOf(CAUSES),
  id: orNull(text),
  /** Of a customer: by whose link they were in the portal. */
  through: optional(oneOf(LINK_MAKERS)),
  /** Which of the tenant's people; of a customer, who has made the link. */
  who: optional(text),
});
/** Such a cause. */
export type Cause = TypeOf<typeof CAUSE>;

/** The cause of changes by our own schedule. */
export const bySchedule: Cause = { by: 'schedule', id: null };

/** The cause of changes by an operator's command. */
export const byOperator: Cause = { by: 'operator', id: null };

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
  // Where the provider shows a new card, as the present one never does.
  'card_replaced',
  'customer_corrected',
  'payment_retried',
  'refunded',
  'message_sent',
  'status_taken_over',
] as const;
/** The kind of a timeline entry. */
export type TimelineWord = (typeof TIMELINE_WORDS)[number];

/** A change that emits no event, for the timeline alone. Times are epoch ms. */
export const TRANSITION = record('transition', {
  subscriberId: text,
  what: oneOf(TIMELINE_WORDS),
  at: number,
  from: orNull(text),
  to: orNull(text),
  /** What it came of, such as the token of a card form; distinguishes it from others at the same time. */
  about: text,
  causedBy: CAUSE,
});
/** Such a change; what caused it is known when it is written. */
export type Transition = Omit<TypeOf<typeof TRANSITION>, 'causedBy'>;

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

/** One entry of a customer's history. Times are epoch ms. */
export interface HistoryEntry {
  readonly id: string;
  readonly subscriberId: string;
  readonly what: TimelineWord;
  readonly at: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly causedBy: Cause;
  /** Of a cancellation: why, as somebody said it. */
  readonly why?: CancelWhy | undefined;
  /** Whether it is a webhook event, whose id it shares. */
  readonly isEvent: boolean;
  /** Whether it is the team chat's copy of an event. */
  readonly isChat: boolean;
}

/** Begins the cursor after a search that was cut short: it ended at an entry that need not be the subscriber's. */
const SEARCHED = 'searched-';

/** The cursor to search on from, after an entry up to which was searched. */
export const searchedUpTo = (entryId: string): ParsedId => cursorOf(`${SEARCHED}${entryId}`);

/** The entry of a cursor, and whether it was only searched. */
export const entryOfCursor = (cursor: string): { readonly id: string; readonly isSearched: boolean } =>
  cursor.startsWith(SEARCHED)
    ? { id: cursor.slice(SEARCHED.length), isSearched: true }
    : { id: cursor, isSearched: false };

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
