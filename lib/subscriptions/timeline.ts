import type { CoreApp } from '../app.ts';
import { historyOf } from '../billing/identifiers.ts';
import type { Subscription } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import { historyEntryFrom, type HistoryEntry } from '../table/history.ts';
import type { Page, Paged } from '../table/page.ts';
import { key } from '../table/schema.ts';
import { range } from '../table/ranges.ts';
import type { Item } from '../table/table.ts';
import { findIdentified, type NamedSubscriber } from './find.ts';

/** A page of a subscriber's timeline, newest first. */
export interface Timeline extends Paged<HistoryEntry> {
  readonly subscription: Subscription;
}

/**
 * A subscriber's events and the changes without events, newest first. One round trip by our id, two by the provider's
 * reference. Throws `subscriber_not_found`, `identifiers_differ` or `invalid_cursor`.
 */
export async function readTimeline(
  app: CoreApp,
  tenant: string,
  named: NamedSubscriber,
  page: Page,
): Promise<Timeline> {
  const cursor = page.startingAfter ?? page.endingBefore;
  const found = findIdentified(app, tenant, named);
  const id = named.choice.by === 'svc' ? named.choice.id : (await found).subscription.id;
  const [{ subscription }, isKnown, entries] = await Promise.all([
    found,
    cursor === null || isEntry(app, tenant, id, cursor),
    readEntries(app, tenant, id, page),
  ]);
  if (!isKnown) throw new Refusal('invalid_cursor');
  return { subscription, ...entries };
}

/** A customer's subscriptions share a history; entries of other subscriptions are skipped. */
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
  for (;;) {
    const sk: string | undefined = edge === null ? undefined : key.event(tenant, edge).sk;
    const items: Item[] = await app.table.query({
      ...range.history(tenant, subscriberId),
      ...(sk !== undefined && (towardsNewer ? { after: sk } : { before: sk })),
      backwards: !towardsNewer,
      limit: wanted,
      consistent: true,
    });
    const entries = items.map(historyEntryFrom);
    found.push(...entries.filter((one) => one.subscriberId === subscriberId && !one.isChat));
    edge = entries.at(-1)?.id ?? null;
    if (items.length < wanted || found.length >= wanted) break;
  }
  const shown = found.slice(0, page.limit);
  return { items: towardsNewer ? shown.reverse() : shown, hasMore: found.length > page.limit };
}

async function isEntry(app: CoreApp, tenant: string, subscriberId: string, cursor: string): Promise<boolean> {
  if (historyOf(cursor) !== historyOf(subscriberId)) return false;
  const item = await app.table.get(key.event(tenant, cursor), { consistent: true });
  if (!item) return false;
  const entry = historyEntryFrom(item);
  return entry.subscriberId === subscriberId && !entry.isChat;
}
