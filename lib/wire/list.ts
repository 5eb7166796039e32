import type { ParsedId } from '../billing/identifiers.ts';
import type { Page } from '../billing/page.ts';
import { LIST_LIMIT } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { exclusive } from './identifiers.ts';
import { count, optional, sought } from './read.ts';
import { said } from './shape.ts';

/** Query members of every list. */
export const listMembers = {
  limit: said(count(LIST_LIMIT), 'Items a page.'),
  starting_after: said(optional(sought()), 'A cursor: the page that follows this item.'),
  ending_before: said(optional(sought()), 'A cursor: the page directly before this item.'),
};

interface PageMembers {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/** A page as a caller asked for it. Its answer echoes the cursor as it was written, of whatever form the identifier is. */
export interface AskedPage extends Page {
  readonly echoed: { readonly starting_after: string | null; readonly ending_before: string | null };
}

/**
 * The requested page; `cursor` parses a caller's cursor. Throws `invalid_cursor` or `mutually_exclusive_parameters`.
 */
export function pageIn(
  { limit, starting_after: after, ending_before: before }: PageMembers,
  cursor: (given: string) => ParsedId | undefined,
): AskedPage {
  if (after !== undefined && before !== undefined) throw exclusive(['starting_after'], ['ending_before']);
  const read = (field: string, given: string | undefined): ParsedId | null => {
    if (given === undefined) return null;
    const id = cursor(given);
    if (id === undefined)
      throw new Refusal('invalid_cursor', { details: [{ field, message: 'names no item of this list' }] });
    return id;
  };
  return {
    limit,
    startingAfter: read('starting_after', after),
    endingBefore: read('ending_before', before),
    echoed: { starting_after: after ?? null, ending_before: before ?? null },
  };
}

/** The envelope of every list: `more` precedes the items, `next` is where a search that was cut short goes on. */
export function listAnswer<const Url extends string, Item, More extends object = object>(
  url: Url,
  page: Pick<AskedPage, 'limit' | 'echoed'>,
  {
    data,
    hasMore,
    more,
    next,
  }: {
    data: readonly Item[];
    hasMore: boolean;
    more?: More;
    next?: string | undefined;
  },
) {
  return {
    status: 'success' as const,
    object: 'list' as const,
    url,
    has_more: hasMore,
    limit: page.limit,
    ...page.echoed,
    ...(more as More),
    data,
    ...(next !== undefined && { next }),
  };
}
