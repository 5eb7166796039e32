import type { CoreApp, OfTenant } from '../../runtime/app.ts';
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

/** When a notification's signature was last verified (epoch ms, to the minute); null if never. */
export function lastVerificationFrom(item: Item | undefined): number | null {
  return typeof item?.verifiedAt === 'number' ? item.verifiedAt : null;
}

/** Whether a notification of this merchant has verified before: only then is an unverified one known to be none of theirs. */
export async function hasVerified(app: CoreApp & OfTenant, merchantId: string): Promise<boolean> {
  const item = await app.table.get(key.lastNotification(app.tenantId), { consistent: true });
  return item?.verifiedMerchant === merchantId;
}

/** Records that the provider has notified us, and for which merchant the signature was verified. Never rejects. */
export async function recordNotification(
  app: CoreApp & OfTenant,
  verifiedMerchant: string | undefined,
): Promise<void> {
  const now = app.clock();
  const minute = now - (now % RESOLUTION_MS);
  const minutes = minutesOf(app);
  const written = `${app.tenantId}#${verifiedMerchant ?? ''}`;
  if ((minutes.get(written) ?? 0) >= minute) return;
  minutes.set(written, minute);
  const verified = verifiedMerchant === undefined ? {} : { verifiedAt: minute, verifiedMerchant };
  try {
    await app.table.apply({
      update: key.lastNotification(app.tenantId),
      set: { lastAt: minute, ...verified },
    });
  } catch (error) {
    app.log.warn('time of a notification not recorded', { tenant: app.tenantId, ...errorFields(error) });
  }
}
