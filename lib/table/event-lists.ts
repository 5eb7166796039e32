import type { CoreApp } from '../app.ts';
import { EVENT_SUBTYPES, EVENT_TYPES, type EventSubtype, type EventType } from '../billing/events.ts';
import type { EventRecord, ListedState } from './events.ts';
import { itemOf } from './item.ts';
import { number, oneOf, orNull, text } from './read-item.ts';
import { eventPosition, key, range } from './schema.ts';
import type { Change, Item, Put } from './table.ts';
import { tryWrite } from './try-write.ts';

/** An event as the feed and the lists name it: what never changes. `committedAt` in epoch ms. */
export interface EventEntry {
  readonly eventId: string;
  readonly type: EventType;
  readonly subtype: EventSubtype | null;
  readonly subscriberId: string;
  readonly committedAt: number;
}

/** What is needed to name an event in a list. */
export type Listable = Pick<EventRecord, 'id' | 'type' | 'subtype' | 'subscriberId' | 'committedAt' | 'ttl'>;

/** The entry of an event in its tenant's feed. */
export function feedPut(tenant: string, event: Listable): Put {
  return { put: itemOf(key.feed(tenant, event.type, event.committedAt, event.id), entryOf(event)) };
}

/** The entry of an event in the list of a state. */
export function listedPut(tenant: string, event: Listable, state: ListedState): Put {
  return { put: itemOf(listedKey(tenant, event, state), entryOf(event)) };
}

/** What changes in the lists once an event stands as `to`, or is in none of them (null). */
export function listMoves(record: EventRecord, to: ListedState | null): Change[] {
  const { tenant, listed } = record;
  if (record.channel !== 'webhook' || listed === to) return [];
  return [
    ...(listed === null ? [] : [{ delete: listedKey(tenant, record, listed) }]),
    ...(to === null ? [] : [listedPut(tenant, record, to)]),
  ];
}

/** Lists an event that waits for its first attempt longer than usual; nothing where it does not wait any more. */
export async function listPending(app: CoreApp, record: EventRecord): Promise<void> {
  const moves = listMoves(record, 'PENDING');
  if (moves.length === 0) return;
  const { state, attempt } = record;
  const change: Change = {
    update: key.event(record.tenant, record.id),
    set: { listed: 'PENDING' },
    if: [
      { attribute: 'state', is: state },
      { attribute: 'attempt', is: attempt },
    ],
  };
  await tryWrite(() => app.table.write([change, ...moves]));
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

function listedKey(tenant: string, { type, committedAt, id }: Listable, state: ListedState) {
  return key.listedEvent(tenant, state, type, committedAt, id);
}

function entryOf({ id, type, subtype, subscriberId, committedAt, ttl }: Listable) {
  return { eventId: id, type, subtype, subscriberId, committedAt, ttl };
}

function entryFrom(item: Item): EventEntry {
  return {
    eventId: text(item, 'eventId'),
    type: oneOf(item, 'type', EVENT_TYPES),
    subtype: orNull(item, 'subtype', (from, name) => oneOf(from, name, EVENT_SUBTYPES)),
    subscriberId: text(item, 'subscriberId'),
    committedAt: number(item, 'committedAt'),
  };
}
