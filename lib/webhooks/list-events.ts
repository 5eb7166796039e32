import type { Page, SearchedPage } from '../billing/page.ts';
import { stateOf, type EventRecord, type EventState } from '../billing/delivery.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import type { EventType } from '../billing/events.ts';
import { listableEvents, listableHistory, readEntries } from '../table/events/event-queries.ts';
import type { EntryRange, EventEntry } from '../table/events/event-queries.ts';
import { afterInstant, beforeInstant, eventPosition } from '../table/events/positions.ts';
import { cachePositions, positionAfter } from './feed.ts';

/** Filters by type, state, subscriber and commit time (inclusive); null for any. */
export interface EventFilter {
  readonly type: EventType | null;
  readonly state: EventState | null;
  readonly subscriberId: string | null;
  readonly from: number | null;
  readonly to: number | null;
}

/** How many of the newest events are searched for those that wait for their first attempt. */
const NEWEST = 100;
/** The most entries read at once while searching for a rare state. */
const WINDOW_MAX = 500;
/** The most entries searched per request, which takes a second or two. */
const SEARCHED_MAX = 5_000;

/**
 * One page of a tenant's events, newest commit first; two round trips or three, more where a state is rare. Throws
 * `invalid_cursor`.
 */
export async function listEvents(
  app: CoreApp & OfTenant,
  filter: EventFilter,
  page: Page,
): Promise<SearchedPage<EventRecord>> {
  const named = page.startingAfter ?? page.endingBefore;
  const cursor = named === null ? undefined : await positionAfter(app, named);
  const isTowardsNewer = page.endingBefore !== null;
  const beyond: Bounds = isTowardsNewer ? { after: cursor } : { before: cursor };
  const wanted = {
    ...narrowed(within(filter), beyond),
    backwards: !isTowardsNewer,
    limit: page.limit + 1,
  };
  const { found, next } =
    filter.subscriberId === null
      ? await ofTenant(app, filter, wanted)
      : { found: await ofSubscriber(app, filter.subscriberId, filter, wanted), next: undefined };
  const shown = found.slice(0, page.limit);
  cachePositions(app, shown);
  const hasMore = found.length > page.limit || next !== undefined;
  return { items: isTowardsNewer ? shown.reverse() : shown, hasMore, next };
}

interface Bounds {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

function within({ from, to }: EventFilter): Bounds {
  return {
    after: from === null ? undefined : beforeInstant(from),
    before: to === null ? undefined : afterInstant(to),
  };
}

function narrowed(one: Bounds, other: Bounds): Pick<EntryRange, 'after' | 'before'> {
  const after = sortedEdges(one.after, other.after).at(-1);
  const before = sortedEdges(one.before, other.before)[0];
  return { ...(after !== undefined && { after }), ...(before !== undefined && { before }) };
}

const sortedEdges = (...edges: readonly (string | undefined)[]) =>
  edges.filter((edge) => edge !== undefined).sort();

/** What is read of a customer's history is bounded, so it is read at once and filtered here. */
async function ofSubscriber(
  app: CoreApp & OfTenant,
  subscriberId: string,
  { type, state }: EventFilter,
  wanted: EntryRange,
): Promise<EventRecord[]> {
  const fitting = (await listableHistory(app, subscriberId))
    .filter((event) => event.subscriberId === subscriberId && event.channel === 'webhook')
    .filter((event) => (type ?? event.type) === event.type && (state ?? stateOf(event)) === stateOf(event))
    .map((event) => ({ event, position: eventPosition(event) }));
  return inOrder(fitting, wanted)
    .slice(0, wanted.limit)
    .map(({ event }) => event);
}

/** Reads windows of entries until the page is full or the search takes too long; `next` is then where it ended. */
async function ofTenant(
  app: CoreApp & OfTenant,
  { type, state }: EventFilter,
  wanted: EntryRange,
): Promise<{ found: EventRecord[]; next: string | undefined }> {
  const found: EventRecord[] = [];
  const types = type === null ? undefined : [type];
  let searched = 0;
  let lastReadable: string | undefined; // a cursor that only newer code can read would be refused
  for (let range: EntryRange = { ...wanted, types }; ;) {
    const { entries, areAll } = await entriesOf(app, state, range);
    const events = await listableEvents(
      app,
      entries.map(({ eventId }) => eventId),
    );
    found.push(...events.filter((event) => state === null || stateOf(event) === state));
    const last = entries.at(-1);
    lastReadable = events.at(-1)?.id ?? lastReadable;
    searched += entries.length;
    const isDone = !last || areAll || found.length >= wanted.limit;
    if (isDone || searched >= SEARCHED_MAX)
      return {
        found: found.slice(0, wanted.limit),
        next: isDone ? undefined : (lastReadable ?? last.eventId),
      };
    const edge = range.backwards ? { before: last.position } : { after: last.position };
    range = { ...range, ...edge, limit: Math.min(2 * range.limit, WINDOW_MAX) };
  }
}

interface Window {
  readonly entries: readonly EventEntry[];
  readonly areAll: boolean;
}

/** Entries of events in a state; waiting ones that are not listed yet are among the newest of the feed. */
async function entriesOf(
  app: CoreApp & OfTenant,
  state: EventState | null,
  range: EntryRange,
): Promise<Window> {
  if (state !== 'PENDING') {
    const from = state === null || state === 'DELIVERED' ? 'FEED' : state;
    const entries = await readEntries(app, from, range);
    return { entries, areAll: entries.length < range.limit };
  }
  const [listed, newest] = await Promise.all([
    readEntries(app, 'PENDING', range),
    readEntries(app, 'FEED', { types: range.types, backwards: true, limit: NEWEST }),
  ]);
  const byPosition = new Map([...listed, ...newest].map((entry) => [entry.position, entry]));
  const entries = inOrder([...byPosition.values()], range);
  if (listed.length < range.limit) return { entries, areAll: true };
  const end = entries.findIndex(({ position }) => position === listed.at(-1)?.position);
  return { entries: entries.slice(0, end + 1), areAll: false };
}

function inOrder<Entry extends { readonly position: string }>(
  entries: readonly Entry[],
  { after = '', before = '~', backwards }: EntryRange,
): Entry[] {
  const sorted = entries
    .filter(({ position }) => position > after && position < before)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  return backwards ? sorted.reverse() : sorted;
}
