import { isAccountRefusal, isTransientFailure, payClientFor } from '../account/pay-client.ts';
import type { SubscriptionApp } from '../app.ts';
import type { PayFailure } from '../pay/pay.ts';
import { reconcileSubscriber } from '../reconciliation/reconcile.ts';
import { deferNotification, forgetDeferred } from '../table/deferred-notifications.ts';
import { lookUpReference } from '../table/subscribers.ts';
import { findTenant } from '../table/tenants.ts';

/**
 * Reconciles the subscriber that a provider's notification is about: a hint to read it, and no more. One about an
 * unknown subscription is deferred and tried again.
 */
export async function applyNotification(
  app: SubscriptionApp,
  tenantId: string,
  reference: string,
): Promise<void> {
  const known = await lookUpReference(app, tenantId, reference);
  const found =
    known === undefined ? await lookUpRelative(app, tenantId, reference) : { subscriberId: known };
  if (found === 'silent' || found === 'unknown') return defer(app, tenantId, reference, found);
  const { subscriberId } = found;
  await reconcileSubscriber(app, { tenantId, subscriberId }, { by: 'notification', id: reference });
  await forgetDeferred(app, tenantId, reference);
}

/** A plan change that was never recorded leaves a reference that only its relatives at the provider explain. */
async function lookUpRelative(
  app: SubscriptionApp,
  tenantId: string,
  reference: string,
): Promise<{ subscriberId: string } | 'unknown' | 'silent'> {
  const pay = await payClientFor(app, await findTenant(app, tenantId));
  const read = await pay.readSubscription(reference);
  if (!read.ok) return isSilence(read) ? 'silent' : 'unknown';
  if (read.value.parentReference === undefined) return 'unknown';
  const relatives = await pay.search({ parentReference: read.value.parentReference });
  if (!relatives.ok) return isSilence(relatives) ? 'silent' : 'unknown';
  for (const relative of relatives.value) {
    const subscriberId = await lookUpReference(app, tenantId, relative.reference);
    if (subscriberId !== undefined) return { subscriberId };
  }
  return 'unknown';
}

/** Whether the provider said nothing about what was asked: no answer, or one about the account alone. */
const isSilence = (failure: PayFailure) => isTransientFailure(failure) || isAccountRefusal(failure);

async function defer(
  app: SubscriptionApp,
  tenant: string,
  reference: string,
  found: 'unknown' | 'silent',
): Promise<void> {
  const deferral = await deferNotification(app, tenant, reference, found === 'unknown');
  if (deferral === 'too many') {
    app.log.measure('NotificationsNotDeferred', 1, 'deferred');
    app.log.warn('a notification about an unknown subscription is not kept: too many wait', { tenant });
  }
  if (deferral === 'given up') {
    app.log.measure('NotificationsGivenUp', 1, 'unknown');
    app.log.error('a notification about an unknown subscription is given up', { tenant, reference });
  }
}
