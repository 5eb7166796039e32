import { storedId } from '../billing/identifiers.ts';
import type { Wanted } from '../billing/next-step.ts';
import type { Subscription } from '../billing/subscription.ts';
import { payClientFor, refusalOf, valueOrRefuse } from '../pay/client.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { reconcileWith, type Reconciled } from '../reconciliation/reconcile.ts';
import { isTransient, Refusal } from '../refusal.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { findSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import { Conflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { causeOf } from '../table/subscribers/timeline.ts';

/** What a verb must know before it decides. */
export interface Freshness {
  /** Whether the record may lack news that decides. */
  readonly isBehind: (one: Subscription) => boolean;
  /** Whether the verb can be answered by this record although the provider gave no answer; never, if it does not say. */
  readonly needsNoAnswer?: (one: Subscription) => boolean;
}

/**
 * The one place where a verb brings its subscriber up to date. What is returned is not behind, was read and recorded just
 * now, or needs no answer, as the verb says. Else it throws: the provider's refusal, or Conflict if other writers were
 * faster each time.
 */
export async function upToDate(
  app: SubscriptionApp,
  tenant: Tenant,
  stored: StoredSubscriber,
  { isBehind, needsNoAnswer }: Freshness,
): Promise<StoredSubscriber> {
  if (!isBehind(stored.subscription)) return stored;
  try {
    return await readNow(app, tenant, stored.subscription.id);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Conflict || isTransient(error))) throw error;
    const known = await findSubscriber(app, tenant.id, { by: 'svc', id: storedId(stored.subscription.id) });
    if (needsNoAnswer?.(known.subscription)) return known;
    throw error;
  }
}

/** The subscriber with all that the provider says of it recorded. Throws as `upToDate` does. */
export async function readNow(app: SubscriptionApp, tenant: Tenant, id: string): Promise<StoredSubscriber> {
  const { outcome, stored } = await carryOutNow(app, tenant, id, undefined);
  if (outcome === 'overtaken') throw new Refusal('concurrent_change');
  if (outcome !== 'reconciled') throw refusalOf(outcome);
  return stored;
}

/**
 * Reads at the provider what a verb is about to change there: what was read, and the subscriber with its news recorded.
 * Throws as `upToDate` does.
 */
export async function verified(
  app: SubscriptionApp,
  tenant: Tenant,
  stored: StoredSubscriber,
  isNews: (there: PaySubscriptionDetails) => boolean,
): Promise<{ readonly there: PaySubscriptionDetails; readonly stored: StoredSubscriber }> {
  const { id, payReference } = stored.subscription;
  const pay = await payClientFor(app, tenant, stored.subscription);
  const there = valueOrRefuse(await pay.readSubscription(payReference));
  return { there, stored: isNews(there) ? await readNow(app, tenant, id) : stored };
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
  return { ...reconciled, stored: await findSubscriber(app, tenant.id, { by: 'svc', id: storedId(id) }) };
}
