import { payClientFor, valueOrRefuse } from '../account/pay-client.ts';
import type { SubscriptionApp } from '../app.ts';
import { isJustUndone, undoCancel as undone } from '../billing/undo-cancel.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commit } from '../commit.ts';
import { Refusal } from '../refusal.ts';
import { findSubscriber, type StoredSubscriber, type SubscriberRef } from '../table/subscribers.ts';
import type { Tenant } from '../table/tenants.ts';
import { requested } from '../table/timeline.ts';

/**
 * Takes a scheduled cancellation back, as long as the provider has not been told; by the provider's reference it is
 * verified there that the subscription goes on. Throws `subscriber_not_found`, `not_cancelled`, `already_ended`,
 * `undo_window_closed`, and what stands in the way of asking the provider. Of identical requests at the same moment all
 * are answered alike.
 */
export async function undoCancel(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  now: number,
): Promise<Subscription> {
  const stored = await findSubscriber(app, tenant.id, ref);
  if (isJustUndone(stored.subscription, now)) return stored.subscription;
  undone(stored.subscription, now);
  if (ref.by === 'pay') await verifyGoesOn(app, tenant, stored.subscription);
  const decide = ({ subscription }: StoredSubscriber) =>
    isJustUndone(subscription, now) ? undefined : undone(subscription, app.clock());
  const recorded = await commit(app, { tenant, stored, causedBy: requested(app), decide });
  if (recorded) return recorded;
  // Another request has taken the same cancellation back between our reading and our writing.
  return (await findSubscriber(app, tenant.id, { by: 'svc', id: stored.subscription.id })).subscription;
}

async function verifyGoesOn(
  app: SubscriptionApp,
  tenant: Tenant,
  { payReference }: Subscription,
): Promise<void> {
  const pay = await payClientFor(app, tenant);
  const { status } = valueOrRefuse(await pay.readSubscription(payReference));
  if (status === 'CANCELLED' || status === 'EXPIRED') throw new Refusal('undo_window_closed');
}
