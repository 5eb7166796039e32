import type { Page, SearchedPage } from '../billing/page.ts';
import { historyEntryFrom } from '../table/subscribers/timeline.ts';
import { entryOfCursor, searchedUpTo, type HistoryEntry } from '../billing/timeline.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { historyOf, type ParsedId, type SubscriberIdentifiers } from '../billing/identifiers.ts';
import type { Subscription } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import { eventIdIn } from '../table/key-parts.ts';
import { searchPage } from '../table/page.ts';
import { queryReadable, readableItems, skipUnreadable } from '../table/readable.ts';
import { key } from '../table/schema.ts';
import { range } from '../table/ranges.ts';
import type { Item } from '../table/table.ts';
import { findIdentified } from './find.ts';

/** A page of a subscriber's timeline, newest first. */
export interface Timeline extends SearchedPage<HistoryEntry> {
  readonly subscription: Subscription;
}

/**
 * A subscriber's events and the changes without events, newest first. One round trip by our id, two by the provider's
 * reference, more where other subscriptions of the customer have changed much more often. Throws `subscriber_not_found`,
 * `identifiers_differ` or `invalid_cursor`.
 */
export async function readTimeline(
  app: CoreApp & OfTenant,
  identifiers: SubscriberIdentifiers,
  page: Page,
): Promise<Timeline> {
  const cursor = page.startingAfter ?? page.endingBefore;
  const found = findIdentified(app, identifiers);
  const id = identifiers.ref.by === 'svc' ? identifiers.ref.id : (await found).subscription.id;
  const [{ subscription }, isKnown, entries] = await Promise.all([
    found,
    cursor === null || isEntry(app, id, cursor),
    readEntries(app, id, page),
  ]);
  if (!isKnown) throw new Refusal('invalid_cursor');
  return { subscription, ...entries };
}

/**
 * A customer's subscriptions share a history: entries of other subscriptions are skipped, and so are entries that only
 * newer code can read. A search that was cut short goes on after the last entry that it searched.
 */
async function readEntries(
  app: CoreApp & OfTenant,
  subscriberId: string,
  page: Page,
): Promise<SearchedPage<HistoryEntry>> {
  const history = range.history(app.tenantId, subscriberId);
  const found = await searchPage<HistoryEntry>(page, {
    sortKey: (cursor) => key.event(app.tenantId, entryOfCursor(cursor)).sk,
    first: page.limit + 1,
    read: (window) => queryReadable(app, 'history', { ...history, ...window, consistent: true }),
    pick: async (items) => {
      const entries = await Promise.all(items.map((item) => readEntry(app, item)));
      return entries.filter((one) => one !== undefined).filter((one) => isShown(one, subscriberId));
    },
    cursorIn: eventIdIn,
  });
  return { ...found, next: found.next && searchedUpTo(found.next) };
}

/** A cursor that newer code has handed out may be of an entry that only it can read. */
async function isEntry(app: CoreApp & OfTenant, subscriberId: string, cursor: ParsedId): Promise<boolean> {
  const { id, isSearched } = entryOfCursor(cursor);
  if (historyOf(id) !== historyOf(subscriberId)) return false;
  if (isSearched) return true;
  const [item] = await readableItems(app, 'history', [key.event(app.tenantId, { id })]);
  if (!item) return false;
  const entry = item === 'unreadable' ? undefined : await readEntry(app, item);
  return !entry || isShown(entry, subscriberId);
}

const readEntry = (app: CoreApp & OfTenant, item: Item) =>
  skipUnreadable(app, 'history', {}, () => historyEntryFrom(item));

const isShown = (entry: HistoryEntry, subscriberId: string) =>
  entry.subscriberId === subscriberId && !entry.isChat;
