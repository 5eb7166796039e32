import { NO_DELIVERIES, type EndpointHealth } from '../billing/endpoint-health.ts';
import type { CoreApp } from '../runtime/app.ts';
import { endpointHealthFrom } from '../table/events/endpoint-health.ts';
import { payMarkFrom } from '../table/work/pay-health.ts';
import { skipUnreadable, readableItems } from '../table/readable.ts';
import { key } from '../table/schema.ts';
import type { Item } from '../table/table.ts';
import { HEALTHY_PAY, type PayHealth } from '../pay/health.ts';

/** The health of a tenant's payment account and webhook. */
export interface TenantHealth {
  readonly pay: PayHealth;
  readonly webhook: EndpointHealth;
}

/** At two keys per tenant, these fit into one request. */
const BATCH = 50;

/** The health of some tenants, in their order; unreadable parts count as healthy. One round trip for each fifty. */
export async function healthOfTenants(app: CoreApp, tenants: readonly string[]): Promise<TenantHealth[]> {
  const found: TenantHealth[] = [];
  for (let from = 0; from < tenants.length; from += BATCH) {
    const some = tenants.slice(from, from + BATCH);
    const keys = some.flatMap((id) => [key.payHealth(id), key.endpoint(id, 'webhook')]);
    const items = await readableItems(app, 'health', keys);
    for (const at of some.keys()) {
      const [mark, endpoint] = [items[2 * at], items[2 * at + 1]];
      const whose = { tenant: some[at] };
      const webhook = await skipUnreadable(app, 'health', whose, () => endpointHealthFrom(known(endpoint)));
      const pay = known(mark);
      found.push({ pay: pay ? payMarkFrom(pay) : HEALTHY_PAY, webhook: webhook ?? NO_DELIVERIES });
    }
  }
  return found;
}

const known = (item: Item | 'unreadable' | undefined) => (item === 'unreadable' ? undefined : item);
