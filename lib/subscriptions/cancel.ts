import { payClientFor, valueOrRefuse } from '../account/pay-client.ts';
import type { SubscriptionApp } from '../app.ts';
import {
  cancelAtPeriodEnd,
  cancelIsDue,
  cancelSent,
  endIfOver,
  isJustCancelled,
} from '../billing/cancellation.ts';
import { unchanged, type Decision } from '../billing/decision.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commit } from '../commit.ts';
import { errorFields } from '../log.ts';
import { reconcileSubscriber } from '../reconciliation/reconcile.ts';
import { findSubscriber, type StoredSubscriber, type SubscriberRef } from '../table/subscribers.ts';
import type { Tenant } from '../table/tenants.ts';
import { requested } from '../table/timeline.ts';
import { findReconciled, reconcileForRequest } from './find.ts';

/**
 * Schedules the end of a subscription for the end of its paid period. Named by the provider's reference it is verified
 * there, and the provider carries it out once it can no longer be undone: at once where there is nothing left to undo.
 * Named by our id only our records change. Repeating it answers the first one's data. Throws `subscriber_not_found`,
 * `already_ended`, and what stands in the way of asking the provider.
 */
export async function cancel(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  now: number,
): Promise<Subscription> {
  const stored = await findCurrent(app, tenant, ref, now);
  if (isJustCancelled(stored.subscription, ref.by, now)) return stored.subscription;
  const decision = cancelAtPeriodEnd(stored.subscription, ref.by, now);
  if (decision.subscription === stored.subscription) return stored.subscription;
  const verified = ref.by === 'pay' ? await verify(app, tenant, stored) : { stored, isOverThere: false };
  const decide = ({ subscription }: StoredSubscriber) =>
    isJustCancelled(subscription, ref.by, now)
      ? unchanged(subscription)
      : cancelled(subscription, ref.by, verified.isOverThere, app.clock());
  const recorded = await commit(app, { tenant, stored: verified.stored, causedBy: requested(app), decide });
  if (!recorded) return stored.subscription;
  return cancelIsDue(recorded, now) ? carriedOut(app, tenant, recorded) : recorded;
}

/** The subscription to be cancelled. One whose payment failed would end at once: it may have been paid for a moment ago. */
async function findCurrent(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  now: number,
): Promise<StoredSubscriber> {
  const stored = await findReconciled(app, tenant, ref, now);
  const { id, status } = stored.subscription;
  if (status !== 'PAYMENT_FAILED') return stored;
  await reconcileForRequest(app, tenant.id, id);
  return findSubscriber(app, tenant.id, { by: 'svc', id });
}

/** The cancellation as it is to be recorded, with the end where the paid period is over already. */
function cancelled(before: Subscription, by: 'pay' | 'svc', isOverThere: boolean, now: number): Decision {
  const { subscription, events } = cancelAtPeriodEnd(before, by, now);
  const ended = endIfOver(isOverThere ? cancelSent(subscription) : subscription, now);
  return { subscription: ended.subscription, events: [...events, ...ended.events] };
}

/**
 * Sees that the provider has the subscription, and whether it has ended there already. Where its plan was changed at the
 * provider, what was paid for since is recorded first, as far as it can be learned now.
 */
async function verify(
  app: SubscriptionApp,
  tenant: Tenant,
  stored: StoredSubscriber,
): Promise<{ stored: StoredSubscriber; isOverThere: boolean }> {
  const { id, payReference } = stored.subscription;
  const pay = await payClientFor(app, tenant);
  const { status } = valueOrRefuse(await pay.readSubscription(payReference));
  if (status !== 'UPGRADED') return { stored, isOverThere: status === 'CANCELLED' || status === 'EXPIRED' };
  await reconcileForRequest(app, tenant.id, id);
  return { stored: await findSubscriber(app, tenant.id, { by: 'svc', id }), isOverThere: false };
}

/**
 * Tells the provider now. Whatever goes wrong leaves the cancellation recorded and due: it is sent again until the
 * provider has it. So the caller is told that it stands, and not to try again.
 */
async function carriedOut(
  app: SubscriptionApp,
  tenant: Tenant,
  recorded: Subscription,
): Promise<Subscription> {
  const { id } = recorded;
  try {
    await reconcileSubscriber(app, { tenantId: tenant.id, subscriberId: id }, requested(app));
    return (await findSubscriber(app, tenant.id, { by: 'svc', id })).subscription;
  } catch (error) {
    app.log.warn('cancellation recorded, to be sent later', { subscriberId: id, ...errorFields(error) });
    return recorded;
  }
}
