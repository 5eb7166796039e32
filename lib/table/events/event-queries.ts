import type { EventRecord, ListedState } from '../../billing/delivery.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { EVENT_TYPES, type EventType } from '../../billing/events.ts';
import { eventFrom, isKept } from './events.ts';
import { list } from '../lists.ts';
import { idsBetween } from '../ids.ts';
import { eventIdIn } from '../key-parts.ts';
import { queryReadable, readable, readableItems, skipUnreadable } from '../readable.ts';
import { key } from '../schema.ts';
import { range } from '../ranges.ts';
import type { Item } from '../table.ts';

/** The events with these ids that are still kept, in the given order. One round trip per hundred. */
export async function lookUpEvents(app: CoreApp & OfTenant, ids: readonly string[]): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const keys = ids.map((id) => key.event(app.tenantId, { id }));
  const items = await app.table.getMany(keys, { consistent: true });
  return items
    .flatMap((item) => (item ? [eventFrom(app.tenantId, item)] : []))
    .filter((event) => isKept(event, app.clock()));
}

/** As `lookUpEvents`, for lists: those that only newer code can read are passed over. */
export async function listableEvents(
  app: CoreApp & OfTenant,
  ids: readonly string[],
): Promise<EventRecord[]> {
  const items = await readableItems(
    app,
    'history',
    ids.map((id) => key.event(app.tenantId, { id })),
  );
  return readableEvents(app, readable(items));
}

/** More than any real customer has in 90 days, and so few that they fit into memory that tenants share. */
const NEWEST_MAX = 5_000;

const newestOf = (tenant: string, subscriberId: string) =>
  ({
    ...range.history(tenant, subscriberId),
    backwards: true,
    limit: NEWEST_MAX,
    consistent: true,
  }) as const;

/**
 * The kept events of the subscriber's customer up to a time (epoch ms), newest first, at most 5,000. Throws Unreadable.
 */
export async function lookUpHistory(
  app: CoreApp & OfTenant,
  subscriberId: string,
  until: number,
): Promise<EventRecord[]> {
  const newest = newestOf(app.tenantId, subscriberId);
  const { before } = idsBetween(undefined, until);
  const items = await app.table.query({ ...newest, before: `${newest.prefix}${before}` });
  return items.filter(isEvent).map((item) => eventFrom(app.tenantId, item));
}

/** The newest 5,000 kept events of the subscriber's customer, for lists: those that only newer code can read are passed over. */
export async function listableHistory(app: CoreApp & OfTenant, subscriberId: string): Promise<EventRecord[]> {
  const items = await queryReadable(app, 'history', newestOf(app.tenantId, subscriberId));
  return readableEvents(app, items.filter(isEvent));
}

const isEvent = ({ state }: Item) => state !== undefined;

async function readableEvents(app: CoreApp & OfTenant, items: readonly Item[]): Promise<EventRecord[]> {
  const events = await Promise.all(
    items.map((item) => skipUnreadable(app, 'history', {}, () => eventFrom(app.tenantId, item))),
  );
  return events.filter((event) => event !== undefined).filter((event) => isKept(event, app.clock()));
}

/** All events of a customer's subscriptions. Customers may share a history: that of another one is left out. */
export async function eventsOfCustomer(app: CoreApp & OfTenant, customerId: string): Promise<EventRecord[]> {
  const items = await app.table.query({ ...range.history(app.tenantId, customerId), consistent: true });
  const all = items.filter(isEvent).map((item) => eventFrom(app.tenantId, item));
  return all.filter(({ snapshot }) => snapshot.customer.id === customerId);
}

/** An event's entry in the feed or a list, with its position. */
export interface EventEntry {
  readonly eventId: string;
  readonly position: string;
}

/** The entries to read: of some types, strictly between two positions, from one end, up to a limit. */
export interface EntryRange {
  readonly types?: readonly EventType[] | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly backwards: boolean;
  readonly limit: number;
}

/** Entries of the feed, or of the list of one state, in commit order; one concurrent query per type. */
export async function readEntries(
  app: CoreApp & OfTenant,
  from: 'FEED' | ListedState,
  { types = EVENT_TYPES, after, before, backwards, limit }: EntryRange,
): Promise<EventEntry[]> {
  const found = await Promise.all(
    types.map((type) =>
      app.table.list({
        ...(from === 'FEED' ? list.feed(app.tenantId, type) : list.eventsInState(app.tenantId, from, type)),
        ...(after !== undefined && { after }),
        ...(before !== undefined && { before }),
        backwards,
        limit,
      }),
    ),
  );
  const keys = found.flat().sort((a, b) => (a.position < b.position ? -1 : 1));
  const page = (backwards ? keys.reverse() : keys).slice(0, limit);
  return page.map((one) => ({ eventId: eventIdIn(one), position: one.position }));
}
