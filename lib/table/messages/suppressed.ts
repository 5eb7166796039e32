import { dayInTurkey } from '../../billing/turkish-day.ts';
import { MESSAGES } from '../../limits.ts';
import type { CoreApp, OfTenant, WithTenant } from '../../runtime/app.ts';
import { comparedEmail } from '../../text/email-address.ts';
import { customerHash } from '../ids.ts';
import { key } from '../schema.ts';
import { tryWrite, type Check, type Put } from '../table.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** Why an address takes no messages: it does not exist, or its owner complained. */
export type Suppression = 'bounced' | 'complained';

type Whose = Pick<Tenant, 'id' | 'idKey'>;

/** What an address is known by here: a hash, keyed by the tenant's secret. */
export const addressHash = ({ id, idKey }: Whose, address: string): string =>
  customerHash(id, comparedEmail(address), idKey);

/** Keeps an address, by its hash, from messages, for good: a complaint stays the reason, whatever bounces after it. */
export async function keepFromMessages(
  app: CoreApp & OfTenant,
  hash: string,
  because: Suppression,
): Promise<void> {
  const put = { put: { ...key.suppressed(app.tenantId, hash), because, at: app.clock() } };
  if (because === 'complained') await app.table.apply(put);
  else await tryWrite(() => app.table.apply({ ...put, if: [{ absent: true }] }));
}

/** Fails a transaction in which something is handed over to an address that takes no messages by then. */
export const takesMessages = (tenant: Whose, address: string): Check => ({
  check: key.suppressed(tenant.id, addressHash(tenant, address)),
  if: [{ absent: true }],
});

/** Counts a message that is sent to an address to be looked at; false where the day has had the most. */
export async function countTestMessage(app: CoreApp & WithTenant, address: string): Promise<boolean> {
  const now = app.clock();
  const at = key.testMessages(app.tenantId, addressHash(app.tenant, address), dayInTurkey(now));
  const ttl = Math.ceil((now + MESSAGES.dayKeptMs) / 1000);
  const first: Put = { put: { ...at, sent: 1, ttl }, if: [{ absent: true }] };
  if (await tryWrite(() => app.table.apply(first))) return true;
  const isLeft = { attribute: 'sent', atMost: MESSAGES.testsPerAddress - 1 } as const;
  return tryWrite(() => app.table.apply({ update: at, add: { sent: 1 }, if: [isLeft] }));
}

/** Why an address takes no messages; undefined where it does. */
export async function lookUpSuppression(
  app: CoreApp & WithTenant,
  address: string,
): Promise<Suppression | undefined> {
  const item = await app.table.get(key.suppressed(app.tenantId, addressHash(app.tenant, address)), {
    consistent: true,
  });
  if (!item) return undefined;
  return item.because === 'complained' ? 'complained' : 'bounced';
}
