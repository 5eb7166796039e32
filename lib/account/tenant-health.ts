import type { CoreApp } from '../app.ts';
import { endpointHealthFrom, type EndpointHealth } from '../table/endpoint-health.ts';
import { payMarkFrom } from '../table/pay-health.ts';
import { key } from '../table/schema.ts';
import { HEALTHY_PAY, type PayHealth } from './pay-health.ts';

/** How a tenant's payment account and its webhook do. */
export interface TenantHealth {
  readonly pay: PayHealth;
  readonly webhook: EndpointHealth;
}

/** Two keys of each tenant: so many of them fit into one request of the table. */
const BATCH = 50;

/** How some tenants do, in their order. One round trip for each fifty. */
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
