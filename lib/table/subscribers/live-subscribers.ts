import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { hasEnded, type Subscription, type SubscriptionStatus } from '../../billing/subscription.ts';
import { subscriberIdIn } from '../key-parts.ts';
import { list } from '../lists.ts';
import { skipUnreadable, readable, readableItems } from '../readable.ts';
import { key } from '../schema.ts';
import { subscriptionFrom } from './stored-subscription.ts';

/** Statuses of subscriptions that have not ended; each has its own list of subscribers. */
const LIVE = ['ACTIVE', 'PAYMENT_FAILED', 'PENDING'] as const satisfies readonly SubscriptionStatus[];

/** A page of a tenant's live subscribers, newest first; `next` is null after the last. */
export interface LivePage {
  readonly ids: readonly string[];
  readonly next: string | null;
}

/** The `limit` (1 to 100) live subscribers created before the one with the id `after`, newest first. One round trip. */
export async function livePage(
  app: CoreApp & OfTenant,
  after: string | null,
  limit: number,
): Promise<LivePage> {
  const bound = after === null ? {} : { before: key.subscriber(app.tenantId, { id: after }).sk };
  const pages = await Promise.all(
    LIVE.map((status) =>
      app.table.list({ ...list.subscribersOfStatus(app.tenantId, status), ...bound, backwards: true, limit }),
    ),
  );
  const listed = [...new Set(pages.flat().map(subscriberIdIn))].sort().reverse();
  const ids = listed.slice(0, limit);
  return { ids, next: ids.length < limit ? null : (ids.at(-1) ?? null) };
}

/** The subscribers with these ids that are live, and how many could not be read. One round trip per hundred. */
export async function readLive(
  app: CoreApp & OfTenant,
  ids: readonly string[],
): Promise<{ readonly records: Subscription[]; readonly unreadable: number }> {
  if (ids.length === 0) return { records: [], unreadable: 0 };
  const keys = ids.map((id) => key.subscriber(app.tenantId, { id }));
  const items = (await readableItems(app, 'subscriber', keys)).filter((item) => item !== undefined);
  const read = await Promise.all(
    readable(items).map((item) =>
      skipUnreadable(app, 'subscriber', { subscriberId: subscriberIdIn(item) }, () => subscriptionFrom(item)),
    ),
  );
  const records = read.filter((one) => one !== undefined);
  return { records: records.filter((one) => !hasEnded(one)), unreadable: items.length - records.length };
}

/** Entries per read when they are only counted. */
const COUNTED_AT_ONCE = 1_000;

/** How many subscribers have begun and not ended; `max` or more where there are so many. */
export async function countLive(app: CoreApp & OfTenant, max: number): Promise<number> {
  const counts = await Promise.all(
    (['ACTIVE', 'PAYMENT_FAILED'] as const).map((status) => countOf(app, status, max)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countOf(app: CoreApp & OfTenant, status: SubscriptionStatus, max: number): Promise<number> {
  let count = 0;
  for (let after: string | undefined; count < max;) {
    const limit = Math.min(COUNTED_AT_ONCE, max - count);
    const bound = after === undefined ? {} : { after };
    const page = await app.table.list({ ...list.subscribersOfStatus(app.tenantId, status), ...bound, limit });
    count += page.length;
    after = page.at(-1)?.position;
    if (page.length < limit) return count;
  }
  return count;
}
