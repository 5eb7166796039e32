import { refusalOf } from '../pay/client.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import type { Wanted } from '../billing/next-step.ts';
import type { Subscription } from '../billing/subscription.ts';
import { reconcileWith, type Reconciled, type ReconcileOutcome } from '../reconciliation/reconcile.ts';
import { findSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import { onConflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { causeOf } from '../table/subscribers/timeline.ts';

/**
 * A subscriber that was found, reconciled if `isBehind` says so: new charges must be on record before a decision.
 * Throws the provider's refusal if it gives no usable answer.
 */
export async function reconciledIf(
  app: SubscriptionApp,
  tenant: Tenant,
  stored: StoredSubscriber,
  isBehind: (subscription: Subscription) => boolean,
): Promise<StoredSubscriber> {
  if (!isBehind(stored.subscription)) return stored;
  const { outcome, stored: current } = await reconcileNow(app, tenant, stored.subscription.id);
  if (outcome !== 'reconciled') throw refusalOf(outcome);
  return current;
}

/**
 * Reconciles a subscriber within a request, and reads it again. On a Conflict the result of concurrent reconciliations
 * is read.
 */
export async function reconcileNow(
  app: SubscriptionApp,
  tenant: Tenant,
  id: string,
): Promise<{ readonly outcome: ReconcileOutcome; readonly stored: StoredSubscriber }> {
  return onConflict<Pick<Reconciled, 'outcome'> & { readonly stored: StoredSubscriber }>(
    () => carryOutNow(app, tenant, id, undefined),
    async () => ({ outcome: 'reconciled', stored: await findSubscriber(app, tenant.id, { by: 'svc', id }) }),
  );
}

/** Reconciles a subscriber of which a request wants something, with that as the next step, and reads it again. */
export async function carryOutNow(
  app: SubscriptionApp,
  tenant: Tenant,
  id: string,
  wanted: Wanted | undefined,
): Promise<Reconciled & { readonly stored: StoredSubscriber }> {
  const named = { tenantId: tenant.id, subscriberId: id };
  const reconciled = await reconcileWith(app, named, causeOf(app), wanted);
  return { ...reconciled, stored: await findSubscriber(app, tenant.id, { by: 'svc', id }) };
}
