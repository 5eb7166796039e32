import type { ParsedId } from './identifiers.ts';

/** A page of a newest-first list: the first, or the one next to a known item. */
export interface Page {
  readonly limit: number;
  /** The page after (older than) this item; at most one of the two is set. */
  readonly startingAfter: ParsedId | null;
  /** The page before (newer than) this item. */
  readonly endingBefore: ParsedId | null;
}

/** One page, newest first, and whether more follow in the direction of paging. */
export interface Paged<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** A page that was searched for. `next`: the cursor to search on from, if the search ended before the page was full. */
export interface SearchedPage<T> extends Paged<T> {
  readonly next: string | undefined;
}

/** The cursor of what was read from the table: never of what somebody sent. */
export const cursorOf = (read: string): ParsedId => read as ParsedId;

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
