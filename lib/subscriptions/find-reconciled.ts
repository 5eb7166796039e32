import type { SubscriptionApp } from '../app.ts';
import { periodIsStale } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import { findSubscriber, type StoredSubscriber, type SubscriberRef } from '../table/subscribers.ts';
import type { Tenant } from '../table/tenants.ts';
import { reconcileSubscriber } from '../reconciliation/reconcile.ts';

/**
 * The subscriber as it is to be decided about: where its paid period is over, or not known yet, what the provider has
 * charged since is recorded first. Refused where that cannot be learned, lest somebody lose what was just paid for.
 */
export async function findReconciled(
  app: SubscriptionApp,
  tenant: Tenant,
  choice: SubscriberRef,
  now: number,
): Promise<StoredSubscriber> {
  const stored = await findSubscriber(app, tenant.id, choice);
  const { subscription } = stored;
  if (!periodIsStale(subscription, now)) return stored;
  const outcome = await reconcileSubscriber(app, { tenantId: tenant.id, subscriberId: subscription.id });
  if (outcome === 'provider silent') throw new Refusal('provider_unreachable');
  return findSubscriber(app, tenant.id, { by: 'svc', id: subscription.id });
}
