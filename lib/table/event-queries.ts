import type { CoreApp } from '../app.ts';
import { EVENT_SUBTYPES, EVENT_TYPES, type EventSubtype, type EventType } from '../billing/events.ts';
import { eventFrom, type EventRecord, type ListedState } from './events.ts';
import { fieldsOf } from './fields.ts';
import { eventPosition } from './positions.ts';
import { key } from './schema.ts';
import { range } from './ranges.ts';
import type { Item } from './table.ts';

/** Those of some events that are still kept, in the order asked. One round trip for each hundred. */
export async function lookUpEvents(
  app: CoreApp,
  tenant: string,
  ids: readonly string[],
): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const keys = ids.map((id) => key.event(tenant, id));
  const items = await app.table.getMany(keys, { consistent: true });
  return items.flatMap((item, index) => (item ? [eventFrom(tenant, ids[index] ?? '', item)] : []));
}

/** All events that are kept of the customer whom a subscriber is, by the time they tell of. */
export async function lookUpHistory(
  app: CoreApp,
  tenant: string,
  subscriberId: string,
): Promise<EventRecord[]> {
  const items = await app.table.query({ ...range.history(tenant, subscriberId), consistent: true });
  return items
    .filter(({ state }) => state !== undefined)
    .map((item) => eventFrom(tenant, fieldsOf(item).text('id'), item));
}

/** An event as the feed and the lists name it: what never changes. `committedAt` in epoch ms. */
export interface EventEntry {
  readonly eventId: string;
  readonly type: EventType;
  readonly subtype: EventSubtype | null;
  readonly subscriberId: string;
  readonly committedAt: number;
}

/** Which entries to read: of some types, strictly between two positions, from one end, at most so many. */
export interface EntryRange {
  readonly types?: readonly EventType[] | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly backwards: boolean;
  readonly limit: number;
}

/**
 * Entries of the feed, or of the list of one state, in the order of their commits: one query for each type, side by
 * side, so that what is read depends on the page and not on the tenant's size.
 */
export async function readEntries(
  app: CoreApp,
  tenant: string,
  list: 'FEED' | ListedState,
  { types = EVENT_TYPES, after, before, backwards, limit }: EntryRange,
): Promise<EventEntry[]> {
  const found = await Promise.all(
    types.map((type) =>
      app.table.query({
        ...(list === 'FEED' ? range.feed(tenant, type) : range.listedEvents(tenant, list, type)),
        ...(after !== undefined && { after }),
        ...(before !== undefined && { before }),
        backwards,
        limit,
        consistent: true,
      }),
    ),
  );
  const items = found.flat().sort((a, b) => (a.sk < b.sk ? -1 : 1));
  return (backwards ? items.reverse() : items).slice(0, limit).map(entryFrom);
}

/** Where an entry stands among its tenant's events. */
export const positionOf = ({ committedAt, eventId }: EventEntry) => eventPosition(committedAt, eventId);

function entryFrom(item: Item): EventEntry {
  const of = fieldsOf(item);
  return {
    eventId: of.text('eventId'),
    type: of.oneOf('type', EVENT_TYPES),
    subtype: of.textOrNull('subtype') === null ? null : of.oneOf('subtype', EVENT_SUBTYPES),
    subscriberId: of.text('subscriberId'),
    committedAt: of.number('committedAt'),
  };
}
