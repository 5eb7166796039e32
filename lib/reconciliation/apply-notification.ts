import type { CoreApp, SubscriptionApp } from '../runtime/app.ts';
import { payClientFor } from '../pay/client.ts';
import { isAnswer } from '../pay/failure.ts';
import { reconcileSubscriber } from './reconcile.ts';
import { subscriberOfLineage, type LineageOwner } from './subscriber-of-lineage.ts';
import { deferNotification, forgetDeferred } from '../table/work/deferred-notifications.ts';
import { lookUpReference } from '../table/subscribers/subscribers.ts';
import { takeToken } from '../table/tenants/rate-limits.ts';
import { findTenant } from '../table/tenants/tenants.ts';
import { isPossibleReference } from '../text/clean-text.ts';

/**
 * Reconciles a notification's subscriber: it is only a hint to read it. One about an unknown subscription is deferred,
 * one that cannot be a reference is dropped: it would lead to another path at the provider.
 */
export async function applyNotification(
  app: SubscriptionApp,
  tenantId: string,
  reference: string,
): Promise<void> {
  if (!isPossibleReference(reference)) return forgetDeferred(app, tenantId, reference);
  const known = await lookUpReference(app, tenantId, reference);
  const found = known === undefined ? await ownerOf(app, tenantId, reference) : { subscriberId: known };
  if (found === 'silent' || found === 'unknown') return defer(app, tenantId, reference, found);
  await reconcileSubscriber(app, { tenantId, ...found }, { by: 'notification', id: reference });
  await forgetDeferred(app, tenantId, reference);
}

/**
 * The subscriber of a reference that is not on record: plan changes at the provider have made it, or have replaced it. Only
 * so many are looked for in a minute, so that those of known subscribers are read in time; the others wait.
 */
async function ownerOf(app: SubscriptionApp, tenantId: string, reference: string): Promise<LineageOwner> {
  if (!(await takeToken(app, tenantId, 'strangers')).isGranted) return 'silent';
  const pay = await payClientFor(app, await findTenant(app, tenantId));
  const read = await pay.lineage(reference);
  if (!read.ok) return isAnswer(read) ? 'unknown' : 'silent';
  const { current } = read.value;
  const isReplaced = current.reference !== reference;
  const known = isReplaced ? await lookUpReference(app, tenantId, current.reference) : undefined;
  return known === undefined ? subscriberOfLineage(app, tenantId, pay, current) : { subscriberId: known };
}

async function defer(
  app: CoreApp,
  tenant: string,
  reference: string,
  found: 'unknown' | 'silent',
): Promise<void> {
  const deferral = await deferNotification(app, tenant, reference, found);
  if (deferral === 'too many') {
    app.log.measure('NotificationsDropped', 1, 'too many');
    app.log.warn('notification dropped: too many are deferred', { tenant });
  }
  if (deferral === 'given up') {
    app.log.measure('NotificationsDropped', 1, 'given up');
    app.log.error('deferred notification given up', { tenant, reference });
  }
}
