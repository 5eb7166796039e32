import { reconcileUnread } from '../billing/reconciliation.ts';
import type { CoreApp } from '../runtime/app.ts';
import { readableItems, sayableKey, skipUnreadable } from '../table/readable.ts';
import { subscriptionFrom } from '../table/subscribers/stored-subscription.ts';
import type { Key } from '../table/table.ts';

/**
 * Those of the subscribers at these keys whose end is due and needs no answer of the provider, and those that cannot be read:
 * their turn must come for their failure to be seen.
 */
export async function endingUnread<K extends Key>(app: CoreApp, keys: readonly K[]): Promise<ReadonlySet<K>> {
  const items = await readableItems(app, 'subscriber', keys);
  const isFree = await Promise.all(
    items.map(async (item) => {
      if (item === undefined || item === 'unreadable') return item === 'unreadable';
      const one = await skipUnreadable(app, 'subscriber', { key: sayableKey(item) }, () =>
        subscriptionFrom(item),
      );
      return !one || reconcileUnread(one, app.clock()) !== undefined;
    }),
  );
  return new Set(keys.filter((_, nth) => isFree[nth]));
}
