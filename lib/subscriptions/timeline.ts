import type { CoreApp } from '../app.ts';
import { historyOf } from '../billing/identifiers.ts';
import type { Subscription } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import { historyEntryFrom, type HistoryEntry } from '../table/history.ts';
import { eventIdIn } from '../table/key-parts.ts';
import type { Page, Paged } from '../table/page.ts';
import { queryReadable, readableItems, skipUnreadable } from '../table/readable.ts';
import { key } from '../table/schema.ts';
import { range } from '../table/ranges.ts';
import type { SubscriberIdentifiers } from '../table/subscribers.ts';
import type { Item } from '../table/table.ts';
import { findIdentified } from './find.ts';

/** A page of a subscriber's timeline, newest first. */
export interface Timeline extends Paged<HistoryEntry> {
  readonly subscription: Subscription;
}

/**
 * A subscriber's events and the changes without events, newest first. One round trip by our id, two by the provider's
 * reference, more where other subscriptions of the customer have changed much more often. Throws `subscriber_not_found`,
 * `identifiers_differ` or `invalid_cursor`.
 */
export async function readTimeline(
  app: CoreApp,
  tenant: string,
  identifiers: SubscriberIdentifiers,
  page: Page,
): Promise<Timeline> {
  const cursor = page.startingAfter ?? page.endingBefore;
  const found = findIdentified(app, tenant, identifiers);
  const id = identifiers.ref.by === 'svc' ? identifiers.ref.id : (await found).subscription.id;
  const [{ subscription }, isKnown, entries] = await Promise.all([
    found,
    cursor === null || isEntry(app, tenant, id, cursor),
    readEntries(app, tenant, id, page),
  ]);
  if (!isKnown) throw new Refusal('invalid_cursor');
  return { subscription, ...entries };
}

/** The most entries read at once while those of other subscriptions are skipped. */
const WINDOW_MAX = 500;
/**
 * The most entries searched per request. Only a tenant that changes another subscription of the same customer all the
 * time can have more between two of one subscription.
 */
const SEARCHED_MAX = 5_000;

/**
 * A customer's subscriptions share a history: entries of other subscriptions are skipped, and so are entries that only
 * newer code can read. A search that was cut short shows what it found, and goes on after the last of it; one that found
 * nothing ends there.
 */
async function readEntries(
  app: CoreApp,
  tenant: string,
  subscriberId: string,
  page: Page,
): Promise<Paged<HistoryEntry>> {
  const towardsNewer = page.endingBefore !== null;
  const wanted = page.limit + 1;
  const found: HistoryEntry[] = [];
  let edge = page.startingAfter ?? page.endingBefore;
  let isCut = false;
  for (let searched = 0, limit = wanted; ; limit = Math.min(2 * limit, WINDOW_MAX)) {
    const sk: string | undefined = edge === null ? undefined : key.event(tenant, edge).sk;
    const items: Item[] = await queryReadable(app, 'history', {
      ...range.history(tenant, subscriberId),
      ...(sk !== undefined && (towardsNewer ? { after: sk } : { before: sk })),
      backwards: !towardsNewer,
      limit,
      consistent: true,
    });
    const entries = await Promise.all(items.map((item) => readEntry(app, tenant, item)));
    found.push(...entries.filter((one) => one !== undefined).filter((one) => isShown(one, subscriberId)));
    const last = items.at(-1);
    if (!last || items.length < limit || found.length >= wanted) break;
    searched += items.length;
    isCut = searched >= SEARCHED_MAX;
    if (isCut) break;
    edge = eventIdIn(last);
  }
  const shown = found.slice(0, page.limit);
  const hasMore = found.length > page.limit || (isCut && found.length > 0);
  return { items: towardsNewer ? shown.reverse() : shown, hasMore };
}

/** A cursor that newer code has handed out may be of an entry that only it can read. */
async function isEntry(app: CoreApp, tenant: string, subscriberId: string, cursor: string): Promise<boolean> {
  if (historyOf(cursor) !== historyOf(subscriberId)) return false;
  const [item] = await readableItems(app, 'history', [key.event(tenant, cursor)]);
  if (!item) return false;
  const entry = item === 'unreadable' ? undefined : await readEntry(app, tenant, item);
  return !entry || isShown(entry, subscriberId);
}

const readEntry = (app: CoreApp, tenant: string, item: Item) =>
  skipUnreadable(app, 'history', { tenant }, () => historyEntryFrom(item));

const isShown = (entry: HistoryEntry, subscriberId: string) =>
  entry.subscriberId === subscriberId && !entry.isChat;
