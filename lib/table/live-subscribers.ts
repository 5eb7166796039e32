import type { CoreApp } from '../app.ts';
import { hasEnded, type Subscription, type SubscriptionStatus } from '../billing/subscription.ts';
import { subscriberIdIn } from './key-parts.ts';
import { list } from './lists.ts';
import { passingOver } from './readable.ts';
import { key } from './schema.ts';
import { subscriptionFrom } from './stored-subscription.ts';

/** Statuses of subscriptions that have not ended; the subscribers of each are a list of its own. */
const LIVE = ['ACTIVE', 'PAYMENT_FAILED', 'PENDING'] as const satisfies readonly SubscriptionStatus[];

/** Some live subscribers of a tenant, newest first, and where to go on; `next` is null after the last of them. */
export interface LivePage {
  readonly ids: readonly string[];
  readonly next: string | null;
}

/**
 * The `limit` (1 to 100) live subscribers that were made before the one with the id `after`, which need not be live any
 * more; null for the newest. One round trip. One whose status has just changed may be missing, none is shown twice.
 */
export async function livePage(
  app: CoreApp,
  tenant: string,
  after: string | null,
  limit: number,
): Promise<LivePage> {
  const bound = after === null ? {} : { before: key.subscriber(tenant, after).sk };
  const pages = await Promise.all(
    LIVE.map((status) =>
      app.table.list({ ...list.subscribersOfStatus(tenant, status), ...bound, backwards: true, limit }),
    ),
  );
  const listed = [...new Set(pages.flat().map(subscriberIdIn))].sort().reverse();
  const ids = listed.slice(0, limit);
  return { ids, next: ids.length < limit ? null : (ids.at(-1) ?? null) };
}

/** Those of some subscribers that are live, and how many could not be read. One round trip for up to a hundred. */
export async function readLive(
  app: CoreApp,
  tenant: string,
  ids: readonly string[],
): Promise<{ readonly records: Subscription[]; readonly unreadable: number }> {
  if (ids.length === 0) return { records: [], unreadable: 0 };
  const keys = ids.map((id) => key.subscriber(tenant, id));
  const items = (await app.table.getMany(keys, { consistent: true })).filter((item) => item !== undefined);
  const read = await Promise.all(
    items.map((item) =>
      passingOver(app, 'subscriber', { tenant, subscriberId: subscriberIdIn(item) }, () =>
        subscriptionFrom(item),
      ),
    ),
  );
  const records = read.filter((one) => one !== undefined);
  return { records: records.filter((one) => !hasEnded(one)), unreadable: items.length - records.length };
}
