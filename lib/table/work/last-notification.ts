import type { CoreApp } from '../../runtime/app.ts';
import { cachePerInstance } from '../../runtime/instance.ts';
import { errorFields } from '../../runtime/log.ts';
import { key } from '../schema.ts';
import type { Item } from '../table.ts';

/** Resolution of a tenant's last notification time; an instance writes it at most once per interval. */
const RESOLUTION_MS = 60_000;

const minutesOf = cachePerInstance<number>();

/** When the payment provider last notified us for a tenant (epoch ms, to the minute); null if never. */
export function lastNotificationFrom(item: Item | undefined): number | null {
  return typeof item?.lastAt === 'number' ? item.lastAt : null;
}

/** Records that the provider has notified us. Never rejects: the next notification makes up for a lost write. */
export async function recordNotificationTime(app: CoreApp, tenant: string): Promise<void> {
  const now = app.clock();
  const minute = now - (now % RESOLUTION_MS);
  const minutes = minutesOf(app);
  if ((minutes.get(tenant) ?? 0) >= minute) return;
  minutes.set(tenant, minute);
  try {
    await app.table.apply({ update: key.lastNotification(tenant), set: { lastAt: minute } });
  } catch (error) {
    app.log.warn('time of a notification not recorded', { tenant, ...errorFields(error) });
  }
}
