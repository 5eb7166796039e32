import type { CoreApp } from '../app.ts';
import { endpointHealthFrom, type EndpointHealth } from '../table/endpoint-health.ts';
import { payMarkFrom } from '../table/pay-health.ts';
import { key } from '../table/schema.ts';
import { HEALTHY_PAY, type PayHealth } from './pay-health.ts';

/** The health of a tenant's payment account and webhook. */
export interface TenantHealth {
  readonly pay: PayHealth;
  readonly webhook: EndpointHealth;
}

/** At two keys per tenant, these fit into one request. */
const BATCH = 50;

/** The health of some tenants, in order. One round trip per fifty. */
export async function healthOfTenants(app: CoreApp, tenants: readonly string[]): Promise<TenantHealth[]> {
  const found: TenantHealth[] = [];
  for (let from = 0; from < tenants.length; from += BATCH) {
    const some = tenants.slice(from, from + BATCH);
    const keys = some.flatMap((id) => [key.payHealth(id), key.endpoint(id, 'webhook')]);
    const items = await app.table.getMany(keys, { consistent: true });
    for (const at of some.keys()) {
      const [mark, endpoint] = [items[2 * at], items[2 * at + 1]];
      found.push({ pay: mark ? payMarkFrom(mark) : HEALTHY_PAY, webhook: endpointHealthFrom(endpoint) });
    }
  }
  return found;
}
