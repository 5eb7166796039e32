import type { SubscriptionApp } from '../app.ts';
import { DAY_MS } from '../limits.ts';
import { due, key, NOT_DUE } from '../table/schema.ts';
import { lookUpReference } from '../table/subscribers.ts';
import { findTenant } from '../table/tenants.ts';
import { reconcileSubscriber } from '../reconciliation/reconcile.ts';
import { payClientFor } from '../account/pay-client.ts';

/** A notification about a subscription nobody knows yet waits: each time a minute longer, for a day. */
const DEFER_STEP_MS = 60_000;
const DEFER_MAX_MS = DAY_MS;

/**
 * Reconciles the subscriber that a provider's notification is about: a hint to read it, and no more. One about an
 * unknown subscription is deferred and tried again.
 */
export async function applyNotification(
  app: SubscriptionApp,
  tenantId: string,
  reference: string,
): Promise<void> {
  const subscriberId =
    (await lookUpReference(app, tenantId, reference)) ?? (await lookUpRelative(app, tenantId, reference));
  if (subscriberId === undefined) return defer(app, tenantId, reference);
  await reconcileSubscriber(app, { tenantId, subscriberId }, { by: 'notification', id: reference });
  const deferred = await app.table.get(key.notification(tenantId, reference), { consistent: false });
  if (deferred) await app.table.apply({ delete: key.notification(tenantId, reference) });
}

/** A plan change that was never recorded leaves a reference that only its relatives at the provider explain. */
async function lookUpRelative(
  app: SubscriptionApp,
  tenantId: string,
  reference: string,
): Promise<string | undefined> {
  const pay = await payClientFor(app, await findTenant(app, tenantId));
  const read = await pay.readSubscription(reference);
  if (!read.ok || read.value.parentReference === undefined) return undefined;
  const relatives = await pay.search({ parentReference: read.value.parentReference });
  if (!relatives.ok) return undefined;
  for (const relative of relatives.value) {
    const known = await lookUpReference(app, tenantId, relative.reference);
    if (known !== undefined) return known;
  }
  return undefined;
}

async function defer(app: SubscriptionApp, tenantId: string, reference: string): Promise<void> {
  const at = key.notification(tenantId, reference);
  const now = app.clock();
  const deferred = await app.table.get(at, { consistent: true });
  const tries = Number(deferred?.tries ?? 0) + 1;
  const since = Number(deferred?.since ?? now);
  if (now - since > DEFER_MAX_MS) {
    app.log.measure('NotificationsGivenUp', 1, 'unknown');
    app.log.error('a notification about an unknown subscription is given up', {
      tenant: tenantId,
      reference,
    });
    await app.table.apply({ update: at, remove: NOT_DUE });
    return;
  }
  const ttl = Math.ceil((since + 30 * DAY_MS) / 1000);
  await app.table.apply({
    update: at,
    set: { tries, since, ttl, reference, ...due('notification', now + tries * DEFER_STEP_MS, at) },
  });
}
