import type { CoreApp, SubscriptionApp } from '../app.ts';
import { periodIsStale } from '../billing/subscription.ts';
import { reconcileSubscriber, type ReconcileOutcome } from '../reconciliation/reconcile.ts';
import { Refusal } from '../refusal.ts';
import {
  findSubscriber,
  lookUpReference,
  type StoredSubscriber,
  type SubscriberRef,
} from '../table/subscribers.ts';
import { onConflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { requested } from '../table/timeline.ts';

/** A subscriber as a reading request names it: once, or by both of its identifiers. */
export interface NamedSubscriber {
  readonly choice: SubscriberRef;
  readonly also: string | undefined;
}

/** The subscriber a reading request names; where it names it twice, both must mean the same one. */
export async function findIdentified(
  app: CoreApp,
  tenant: string,
  named: NamedSubscriber,
): Promise<StoredSubscriber> {
  const [found, other] = await Promise.all([
    findSubscriber(app, tenant, named.choice),
    named.also === undefined ? undefined : lookUpReference(app, tenant, named.also),
  ]);
  if (named.also !== undefined && other !== found.subscription.id) throw new Refusal('identifiers_differ');
  return found;
}

/**
 * The subscriber as it is to be decided about: where its paid period is over, or not known yet, what the provider has
 * charged since is recorded first. Refused with `provider_unreachable` where that cannot be learned, lest somebody lose
 * what was just paid for.
 */
export async function findReconciled(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  now: number,
): Promise<StoredSubscriber> {
  const stored = await findSubscriber(app, tenant.id, ref);
  const { id } = stored.subscription;
  if (!periodIsStale(stored.subscription, now)) return stored;
  const outcome = await reconcileForRequest(app, tenant.id, id);
  if (outcome === 'provider silent') throw new Refusal('provider_unreachable');
  return findSubscriber(app, tenant.id, { by: 'svc', id });
}

/**
 * Records what the provider tells, on the way of a request. Others that keep changing the record are at the same work:
 * what they recorded is what is read next.
 */
export async function reconcileForRequest(
  app: SubscriptionApp,
  tenantId: string,
  subscriberId: string,
): Promise<ReconcileOutcome> {
  return onConflict<ReconcileOutcome>(
    () => reconcileSubscriber(app, { tenantId, subscriberId }, requested(app)),
    () => 'reconciled',
  );
}
