import type { CoreApp } from '../../runtime/app.ts';
import { customerHash } from '../ids.ts';
import { key } from '../schema.ts';
import type { Put } from '../table.ts';
import type { Tenant } from '../tenants/tenants.ts';

/** Why an address takes no messages: it does not exist, or its owner complained. */
export type Suppression = 'bounced' | 'complained';

/** What an address is known by here: a hash, keyed by the tenant's secret. */
const keyOf = ({ id, idKey }: Pick<Tenant, 'id' | 'idKey'>, address: string) =>
  key.suppressed(id, customerHash(id, address.toLowerCase(), idKey));

/** Keeps an address from messages, for good. */
export const suppressedPut = (
  tenant: Pick<Tenant, 'id' | 'idKey'>,
  address: string,
  because: Suppression,
  now: number,
): Put => ({ put: { ...keyOf(tenant, address), because, at: now } });

/** Why an address takes no messages; undefined where it does. */
export async function lookUpSuppression(
  app: CoreApp,
  tenant: Pick<Tenant, 'id' | 'idKey'>,
  address: string,
): Promise<Suppression | undefined> {
  const item = await app.table.get(keyOf(tenant, address), { consistent: true });
  if (!item) return undefined;
  return item.because === 'complained' ? 'complained' : 'bounced';
}
