import { refusalOf } from '../account/pay-client.ts';
import type { SubscriptionApp } from '../app.ts';
import { periodIsStale, type Subscription } from '../billing/subscription.ts';
import { reconcileSubscriber, type ReconcileOutcome } from '../reconciliation/reconcile.ts';
import { findSubscriber, type StoredSubscriber, type SubscriberRef } from '../table/subscribers.ts';
import { onConflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { requested } from '../table/timeline.ts';

/**
 * The subscriber as it is to be decided about: where its paid period is over, or not known yet, what the provider has
 * charged since is recorded first; or where `isBehind` finds other reasons. Refused with what stands in the way where
 * that cannot be learned, lest somebody lose what was just paid for.
 */
export async function findReconciled(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  now: number,
  isBehind: (subscription: Subscription, now: number) => boolean = periodIsStale,
): Promise<StoredSubscriber> {
  const stored = await findSubscriber(app, tenant.id, ref);
  if (!isBehind(stored.subscription, now)) return stored;
  const { outcome, stored: current } = await reconcileNow(app, tenant, stored.subscription.id);
  if (outcome !== 'reconciled') throw refusalOf(outcome);
  return current;
}

/**
 * Records what the provider tells, on the way of a request, and reads the subscriber again. Others that keep changing
 * the record are at the same work: what they recorded is what is read.
 */
export async function reconcileNow(
  app: SubscriptionApp,
  tenant: Tenant,
  id: string,
): Promise<{ readonly outcome: ReconcileOutcome; readonly stored: StoredSubscriber }> {
  const outcome = await onConflict<ReconcileOutcome>(
    () => reconcileSubscriber(app, { tenantId: tenant.id, subscriberId: id }, requested(app)),
    () => 'reconciled',
  );
  return { outcome, stored: await findSubscriber(app, tenant.id, { by: 'svc', id }) };
}
