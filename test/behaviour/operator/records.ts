import type { Subscription } from '../../../lib/billing/subscription.ts';
import type { CoreApp } from '../../../lib/runtime/app.ts';
import { listSubscribers } from '../../../lib/subscriptions/list.ts';
import { lookUpSubscribers } from '../../../lib/table/subscribers/subscribers.ts';
import { subscribersInput } from '../../../lib/wire/subscriber-list.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** The newest hundred subscriptions of a tenant, newest first. */
export async function subscribersOf(app: CoreApp, tenantId: string): Promise<Subscription[]> {
  const { items } = await listSubscribers(
    forTenant(app, tenantId),
    subscribersInput({ limit: '100' }),
    lookUpSubscribers,
  );
  return items.map(({ subscription }) => subscription);
}
