import type { Item, Query, Table } from './table.ts';

/** A range of sort keys, both ends exclusive. */
interface Bounds {
  readonly after?: string;
  readonly before?: string;
}

/** A page of a newest-first list: the first, or the one next to a known item. */
export interface Page {
  readonly limit: number;
  /** The page after (older than) this item; at most one of the two is set. */
  readonly startingAfter: string | null;
  /** The page before (newer than) this item. */
  readonly endingBefore: string | null;
}

/** One page, newest first, and whether more follow in the direction of paging. */
export interface Paged<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/**
 * One page of a range whose sort keys rise with time; one query. `sortKey` turns a cursor into a sort key. The range's
 * own bounds (`after`, `before`, both exclusive) still apply.
 */
export async function readPage(
  table: Table,
  range: Omit<Query, 'backwards' | 'limit'>,
  page: Page,
  sortKey: (cursor: string) => string,
): Promise<Paged<Item>> {
  return readPageOf((asked) => table.query({ ...range, ...asked }), range, page, sortKey);
}

/** As `readPage`, for anything that can be read between bounds from either end, such as an index. */
export async function readPageOf<T>(
  read: (asked: Bounds & { backwards: boolean; limit: number }) => Promise<T[]>,
  bounds: Bounds,
  page: Page,
  sortKey: (cursor: string) => string,
): Promise<Paged<T>> {
  const towardsNewer = page.endingBefore !== null;
  const items = await read({
    ...bounds,
    ...(page.endingBefore !== null && { after: later(bounds.after, sortKey(page.endingBefore)) }),
    ...(page.startingAfter !== null && { before: earlier(bounds.before, sortKey(page.startingAfter)) }),
    backwards: !towardsNewer,
    limit: page.limit + 1,
  });
  const shown = items.slice(0, page.limit);
  return { items: towardsNewer ? shown.reverse() : shown, hasMore: items.length > page.limit };
}

/** One page of an in-memory list, newest first. Undefined if no item has the cursor as its id. */
export function pageOf<T>(all: readonly T[], page: Page, idOf: (item: T) => string): Paged<T> | undefined {
  const cursor = page.startingAfter ?? page.endingBefore;
  const at = cursor === null ? -1 : all.findIndex((item) => idOf(item) === cursor);
  if (cursor !== null && at === -1) return undefined;
  if (page.endingBefore !== null) {
    const from = Math.max(0, at - page.limit);
    return { items: all.slice(from, at), hasMore: from > 0 };
  }
  const from = at + 1;
  return { items: all.slice(from, from + page.limit), hasMore: all.length > from + page.limit };
}

/** Merges the same page of several lists that are sorted by id. */
export function mergePages<T>(pages: readonly Paged<T>[], page: Page, idOf: (item: T) => string): Paged<T> {
  const all = pages.flatMap(({ items }) => items).sort((a, b) => (idOf(a) < idOf(b) ? 1 : -1));
  const items = page.endingBefore === null ? all.slice(0, page.limit) : all.slice(-page.limit);
  return { items, hasMore: all.length > page.limit || pages.some(({ hasMore }) => hasMore) };
}

const later = (bound: string | undefined, sk: string) => (bound !== undefined && bound > sk ? bound : sk);
const earlier = (bound: string | undefined, sk: string) => (bound !== undefined && bound < sk ? bound : sk);
