import { payClientFor, valueOrRefuse } from '../account/pay-client.ts';
import type { SubscriptionApp } from '../app.ts';
import { isJustUndone, undoCancel as undone } from '../billing/undo-cancel.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commit } from '../commit.ts';
import { Refusal } from '../refusal.ts';
import { findSubscriber, type StoredSubscriber, type SubscriberRef } from '../table/subscribers.ts';
import type { Tenant } from '../table/tenants.ts';
import { causeOf } from '../table/timeline.ts';

/**
 * Undoes a scheduled cancellation that was not sent to the provider yet. With the provider's reference, the provider is
 * read first: the subscription must still be live there. Concurrent identical requests get the same answer. Throws
 * `subscriber_not_found`, `not_cancelled`, `already_ended`, `undo_window_closed`, and the refusals of a provider call.
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
  if (ref.by === 'pay') await verifyIsLive(app, tenant, stored.subscription);
  // A concurrent request may have undone the same cancellation.
  const decide = ({ subscription }: StoredSubscriber) =>
    isJustUndone(subscription, now) ? undefined : undone(subscription, app.clock());
  const { subscription } = await commit(app, { tenant, stored, causedBy: causeOf(app), decide });
  return subscription;
}

async function verifyIsLive(
  app: SubscriptionApp,
  tenant: Tenant,
  { payReference }: Subscription,
): Promise<void> {
  const pay = await payClientFor(app, tenant);
  const { status } = valueOrRefuse(await pay.readSubscription(payReference));
  if (status === 'CANCELLED' || status === 'EXPIRED') throw new Refusal('undo_window_closed');
}
