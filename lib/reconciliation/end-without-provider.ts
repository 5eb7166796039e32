import { storedId } from '../billing/identifiers.ts';
import { bySchedule } from '../billing/timeline.ts';
import type { CoreApp, SubscriptionApp, OfTenant } from '../runtime/app.ts';
import { endWithoutProvider } from '../billing/current-state.ts';
import { commit } from '../commit.ts';
import { readableItems, sayableKey, skipUnreadable } from '../table/readable.ts';
import { subscriptionFrom } from '../table/subscribers/stored-subscription.ts';
import { findSubscriber } from '../table/subscribers/subscribers.ts';
import type { Key } from '../table/table.ts';
import { withTenant } from '../table/tenants/tenants.ts';

/**
 * Records the end of a subscriber whose provider gave no answer, if it is due and needs none. Throws
 * `subscriber_not_found`, and Conflict if others kept changing the record.
 */
export async function recordEndWithoutProvider(
  app: SubscriptionApp & OfTenant,
  subscriberId: string,
): Promise<void> {
  const stored = await findSubscriber(app, { by: 'svc', id: storedId(subscriberId) });
  if (!endWithoutProvider(stored.subscription, app.clock())) return;
  await commit(await withTenant(app), {
    stored,
    causedBy: bySchedule,
    decide: ({ subscription }) => endWithoutProvider(subscription, app.clock()),
  });
}

/**
 * Those of the subscribers at these keys whose end is due and needs no answer of the provider, and those that cannot be read:
 * their turn must come for their failure to be seen.
 */
export async function endingWithoutProvider<K extends Key>(
  app: CoreApp,
  keys: readonly K[],
): Promise<ReadonlySet<K>> {
  const items = await readableItems(app, 'subscriber', keys);
  const isFree = await Promise.all(
    items.map(async (item) => {
      if (item === undefined || item === 'unreadable') return item === 'unreadable';
      const one = await skipUnreadable(app, 'subscriber', { key: sayableKey(item) }, () =>
        subscriptionFrom(item),
      );
      return !one || endWithoutProvider(one, app.clock()) !== undefined;
    }),
  );
  return new Set(keys.filter((_, nth) => isFree[nth]));
}
