import type { CoreApp, SubscriptionApp, OfTenant } from '../runtime/app.ts';
import { payClientFor } from '../pay/client.ts';
import { isAnswer } from '../pay/failure.ts';
import { reconcileSubscriber } from './reconcile.ts';
import { subscriberOfLineage, type LineageOwner } from './subscriber-of-lineage.ts';
import { deferNotification, forgetDeferred } from '../table/work/deferred-notifications.ts';
import { lookUpReference } from '../table/subscribers/subscribers.ts';
import { takeToken } from '../table/tenants/rate-limits.ts';
import { withTenant } from '../table/tenants/tenants.ts';
import { isPossibleReference } from '../text/clean-text.ts';

/**
 * Reconciles a notification's subscriber: it is only a hint to read it. One about an unknown subscription is deferred,
 * one that cannot be a reference is dropped: it would lead to another path at the provider.
 */
export async function applyNotification(app: SubscriptionApp & OfTenant, reference: string): Promise<void> {
  if (!isPossibleReference(reference)) return forgetDeferred(app, reference);
  const known = await lookUpReference(app, reference);
  const found = known === undefined ? await ownerOf(app, reference) : { subscriberId: known };
  if (found === 'silent' || found === 'unknown') return defer(app, reference, found);
  await reconcileSubscriber(app, found.subscriberId, { by: 'notification', id: reference });
  await forgetDeferred(app, reference);
}

/**
 * The subscriber of a reference that is not on record: plan changes at the provider have made it, or have replaced it. Only
 * so many are looked for in a minute, so that those of known subscribers are read in time; the others wait.
 */
async function ownerOf(app: SubscriptionApp & OfTenant, reference: string): Promise<LineageOwner> {
  if (!(await takeToken(app, 'strangers')).isGranted) return 'silent';
  const pay = await payClientFor(await withTenant(app));
  const read = await pay.lineage(reference);
  if (!read.ok) return isAnswer(read) ? 'unknown' : 'silent';
  const { current } = read.value;
  const isReplaced = current.reference !== reference;
  const known = isReplaced ? await lookUpReference(app, current.reference) : undefined;
  return known === undefined ? subscriberOfLineage(app, pay, current) : { subscriberId: known };
}

async function defer(app: CoreApp & OfTenant, reference: string, found: 'unknown' | 'silent'): Promise<void> {
  const deferral = await deferNotification(app, reference, found);
  if (deferral === 'too many') {
    app.log.measure('NotificationsDropped', 1, 'too many');
    app.log.warn('notification dropped: too many are deferred', { tenant: app.tenantId });
  }
  if (deferral === 'given up') {
    app.log.measure('NotificationsDropped', 1, 'given up');
    app.log.error('deferred notification given up', { tenant: app.tenantId, reference });
  }
}
