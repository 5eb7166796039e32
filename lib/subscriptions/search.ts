import type { Page, SearchedPage } from '../billing/page.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { subscriberIdIn } from '../table/key-parts.ts';
import { list } from '../table/lists.ts';
import { SEARCH_INDEXES } from '../table/list-indexes.ts';
import { searchPositions } from '../table/subscribers/subscriber-lists.ts';
import { phoneBeginning, searchable } from '../text/searchable.ts';
import type { Subscription } from '../billing/subscription.ts';

/** What is read of a subscriber in a list, at least. */
export interface WithSubscription {
  readonly subscription: Subscription;
}

/** Reads the subscribers with some ids, in their order. */
export type ReadsSubscribers<Listed> = (app: CoreApp & OfTenant, ids: readonly string[]) => Promise<Listed[]>;

/** The lists that a search goes through, one after the other, and how what it looks for begins there. */
const LISTS = SEARCH_INDEXES.map((index) => ({
  index,
  beginning: index === 'byNumber' ? phoneBeginning : searchable,
}));
/** The most entries that one request goes through; filters may leave out most of them. */
const SEARCHED_MAX = 300;
/** The most entries read at once while others are left out. */
const WINDOW_MAX = 100;

/** Where an entry stands: in which of the lists, and there. */
interface Place {
  readonly nth: number;
  readonly position: string;
}

/** What is searched for, and how what is found is read and shown. */
interface Search<Listed> {
  /** How an address, a part of a name or a phone number begins; not empty. */
  readonly begins: string;
  readonly page: Page;
  readonly read: ReadsSubscribers<Listed>;
  readonly isShown: (one: Listed) => boolean;
}

/**
 * One page of the subscribers whose e-mail address begins with a text, and then of those of whom a part of the name, or the
 * phone number, does, each in its order. Two round trips, three behind a cursor; more where filters leave out most. Throws `invalid_cursor`.
 */
export async function searchSubscribers<Listed extends WithSubscription>(
  app: CoreApp & OfTenant,
  { begins, page, read, isShown }: Search<Listed>,
): Promise<SearchedPage<Listed>> {
  const backwards = page.endingBefore !== null;
  const found: Listed[] = [];
  let from = await placeOf(app, begins, { page, read });
  for (let searched = 0, limit = page.limit + 1; ; limit = Math.min(2 * limit, WINDOW_MAX)) {
    const entries = await entriesFrom(app, begins, { from, backwards, limit });
    const ids = entries.map(({ id }) => id);
    const known = new Map((await read(app, ids)).map((one) => [one.subscription.id, one]));
    for (const { id, nth } of entries) {
      const one = known.get(id);
      if (one && isShown(one) && nth === nthOf(one, begins)) found.push(one);
    }
    searched += entries.length;
    const isCut = searched >= SEARCHED_MAX && found.length <= page.limit;
    from = entries.at(-1);
    if (from && entries.length === limit && found.length <= page.limit && !isCut) continue;
    const shown = found.slice(0, page.limit);
    return {
      items: backwards ? shown.reverse() : shown,
      hasMore: found.length > page.limit || isCut,
      next: isCut ? ids.at(-1) : undefined,
    };
  }
}

/** The next entries beyond a place, of one list and then of the other. */
async function entriesFrom(
  app: CoreApp & OfTenant,
  begins: string,
  asked: { readonly from: Place | undefined; readonly backwards: boolean; readonly limit: number },
): Promise<(Place & { readonly id: string })[]> {
  const { from, backwards, limit } = asked;
  const pages = await Promise.all(
    LISTS.map(async (one, nth) => {
      const asked = one.beginning(begins);
      if (asked === undefined) return [];
      const isBehind = from !== undefined && (backwards ? nth > from.nth : nth < from.nth);
      if (isBehind) return [];
      const edge = from?.nth === nth ? { [backwards ? 'before' : 'after']: from.position } : {};
      const within = { after: asked, before: `${asked}\u{10ffff}`, ...edge, backwards, limit };
      const entries = await app.table.list({ ...list.searched(app.tenantId, one.index), ...within });
      return entries.map((entry) => ({ nth, position: entry.position, id: subscriberIdIn(entry) }));
    }),
  );
  return (backwards ? pages.reverse() : pages).flat().slice(0, limit);
}

/** In which of the lists a subscriber is found: whoever is in several is shown in the first. */
function nthOf({ subscription }: WithSubscription, begins: string): number {
  const positions = searchPositions(subscription);
  return LISTS.findIndex(({ index, beginning }) => {
    const asked = beginning(begins);
    return asked !== undefined && positions[index]?.startsWith(asked);
  });
}

/** Where the cursor of a page stands; undefined without one. Throws `invalid_cursor`. */
async function placeOf<Listed extends WithSubscription>(
  app: CoreApp & OfTenant,
  begins: string,
  { page, read }: Pick<Search<Listed>, 'page' | 'read'>,
): Promise<Place | undefined> {
  const cursor = page.startingAfter ?? page.endingBefore;
  if (cursor === null) return undefined;
  const [one] = await read(app, [cursor]);
  if (!one) throw new Refusal('invalid_cursor');
  const nth = nthOf(one, begins);
  const index = LISTS[nth]?.index;
  const position = index && searchPositions(one.subscription)[index];
  if (position === undefined) throw new Refusal('invalid_cursor');
  return { nth, position };
}
