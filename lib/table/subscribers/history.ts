import { fieldsOf, type Fields } from '../fields.ts';
import { EVENT_SUBTYPES, EVENT_TYPES } from '../../billing/events.ts';
import { eventIdIn } from '../key-parts.ts';
import type { Item } from '../table.ts';
import { CAUSES, TIMELINE_WORDS, timelineWord, type Cause, type TimelineWord } from './timeline.ts';

/** One entry of a customer's history. Times are epoch ms. */
export interface HistoryEntry {
  readonly id: string;
  readonly subscriberId: string;
  readonly what: TimelineWord;
  readonly at: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly causedBy: Cause;
  /** Whether it is a webhook event, whose id it shares. */
  readonly isEvent: boolean;
  /** Whether it is the team chat's copy of an event. */
  readonly isChat: boolean;
}

/** Begins the cursor after a search that was cut short: it ended at an entry that need not be the subscriber's. */
const SEARCHED = 'searched-';

/** The cursor to search on from, after an entry up to which was searched. */
export const searchedUpTo = (entryId: string) => `${SEARCHED}${entryId}`;

/** The entry of a cursor, and whether it was only searched. */
export const entryOfCursor = (cursor: string): { readonly id: string; readonly isSearched: boolean } =>
  cursor.startsWith(SEARCHED)
    ? { id: cursor.slice(SEARCHED.length), isSearched: true }
    : { id: cursor, isSearched: false };

/** Parses an event, or a change without one, as a timeline entry. Throws Unreadable. */
export function historyEntryFrom(item: Item): HistoryEntry {
  const of = fieldsOf(item);
  const isEvent = item.state !== undefined;
  const isChat = of.textOrNull('channel') === 'chat';
  return {
    id: eventIdIn(item),
    subscriberId: isEvent ? of.requiredPart('snapshot').text('subscriptionId') : of.text('subscriberId'),
    what: isEvent ? wordOf(of) : of.oneOf('what', TIMELINE_WORDS),
    at: of.number('at'),
    from: of.textOrNull('from'),
    to: of.textOrNull('to'),
    causedBy: causeIn(of.requiredPart('causedBy')),
    isEvent: isEvent && !isChat,
    isChat,
  };
}

function causeIn(of: Fields): Cause {
  const who = of.textOrNull('who');
  return { by: of.oneOf('by', CAUSES), id: of.textOrNull('id'), ...(who !== null && { who }) };
}

function wordOf(of: Fields): TimelineWord {
  return timelineWord({
    type: of.oneOf('type', EVENT_TYPES),
    subtype: of.oneOfOrNull('subtype', EVENT_SUBTYPES),
  });
}
