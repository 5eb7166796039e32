import type { ParsedId } from '../billing/identifiers.ts';
import type { Page, Paged, SearchedPage } from '../billing/page.ts';
import type { Item, Key, Query, Table } from './table.ts';

/** A range of sort keys, both ends exclusive. */
interface Bounds {
  readonly after?: string;
  readonly before?: string;
}

/** One page of a range whose sort keys rise with time; one query. `sortKey` turns a cursor into a sort key. */
export async function readPage(
  table: Table,
  range: Omit<Query, 'backwards' | 'limit'>,
  page: Page,
  sortKey: (cursor: ParsedId) => string,
): Promise<Paged<Item>> {
  return readPageOf((asked) => table.query({ ...range, ...asked }), range, page, sortKey);
}

/** As `readPage`, for anything that can be read between bounds from either end, such as an index. */
export async function readPageOf<T>(
  read: (asked: Bounds & { backwards: boolean; limit: number }) => Promise<T[]>,
  bounds: Bounds,
  page: Page,
  sortKey: (cursor: ParsedId) => string,
): Promise<Paged<T>> {
  const backwards = page.endingBefore === null;
  const items = await read({ ...within(bounds, page, sortKey), backwards, limit: page.limit + 1 });
  return shownOf(items, page);
}

/** What lies within bounds and beyond the cursor. */
function within(bounds: Bounds, page: Page, sortKey: (cursor: ParsedId) => string): Bounds {
  return {
    ...bounds,
    ...(page.endingBefore !== null && { after: later(bounds.after, sortKey(page.endingBefore)) }),
    ...(page.startingAfter !== null && { before: earlier(bounds.before, sortKey(page.startingAfter)) }),
  };
}

function shownOf<T>(found: readonly T[], { limit, endingBefore }: Page): Paged<T> {
  const shown = found.slice(0, limit);
  return { items: endingBefore === null ? shown : shown.reverse(), hasMore: found.length > limit };
}

/** The most items read at once while others are passed over. */
const WINDOW_MAX = 500;
/** The most items searched per request, which takes a second or two. */
const SEARCHED_MAX = 5_000;

/** What to search for in a range, which starts with a window of `first` items. */
interface Search<Found> {
  readonly bounds?: Bounds;
  readonly sortKey: (cursor: ParsedId) => string;
  readonly first: number;
  readonly read: (window: Bounds & { backwards: boolean; limit: number }) => Promise<Item[]>;
  /** What is to be shown of the items that were read, in their order. */
  readonly pick: (items: readonly Item[]) => Promise<readonly Found[]>;
  /** The cursor of an item; undefined if it has none. */
  readonly cursorIn: (item: Key) => string | undefined;
}

/** One page of a range of which only some items are shown: reads on until it is full, or the search takes too long. */
export async function searchPage<Found>(
  page: Page,
  { bounds = {}, sortKey, first, read, pick, cursorIn }: Search<Found>,
): Promise<SearchedPage<Found>> {
  const backwards = page.endingBefore === null;
  const found: Found[] = [];
  let range = within(bounds, page, sortKey);
  let next: string | undefined;
  for (let searched = 0, limit = first; ; limit = Math.min(2 * limit, WINDOW_MAX)) {
    const items: readonly Item[] = await read({ ...range, backwards, limit });
    found.push(...(await pick(items)));
    const last = items.at(-1);
    if (!last || items.length < limit || found.length > page.limit)
      return { ...shownOf(found, page), next: undefined };
    searched += items.length;
    next = items.map(cursorIn).findLast((cursor) => cursor !== undefined) ?? next;
    if (searched >= SEARCHED_MAX) return { ...shownOf(found, page), hasMore: true, next };
    range = backwards ? { ...range, before: last.sk } : { ...range, after: last.sk };
  }
}

const later = (bound: string | undefined, sk: string) => (bound !== undefined && bound > sk ? bound : sk);
const earlier = (bound: string | undefined, sk: string) => (bound !== undefined && bound < sk ? bound : sk);
