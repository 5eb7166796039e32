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
import { isTransient, Refusal } from '../refusal.ts';
import { findSubscriber, type StoredSubscriber, type SubscriberRef } from '../table/subscribers.ts';
import type { Tenant } from '../table/tenants.ts';
import { requested } from '../table/timeline.ts';
import { findReconciled, reconcileNow } from './find-reconciled.ts';

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
  const found = await findCurrent(app, tenant, ref, now);
  if (isDone(found.subscription, ref, now)) return found.subscription;

  const { stored, isOverThere } =
    ref.by === 'pay' ? await verify(app, tenant, found) : { stored: found, isOverThere: false };

  const decide = ({ subscription }: StoredSubscriber): Decision => {
    if (isJustCancelled(subscription, ref.by, now)) return unchanged(subscription);
    const cancelled = cancelAtPeriodEnd(subscription, ref.by, app.clock());
    return thenEnded(cancelled, isOverThere, app.clock());
  };
  const recorded = await commit(app, { tenant, stored, causedBy: requested(app), decide });

  if (!recorded) return stored.subscription;
  return cancelIsDue(recorded, now) ? carryOut(app, tenant, recorded) : recorded;
}

/** The subscription to be cancelled. One whose payment failed would end at once: it may have been paid for a moment ago. */
async function findCurrent(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  now: number,
): Promise<StoredSubscriber> {
  const stored = await findReconciled(app, tenant, ref, now).catch(async (error: unknown) => {
    if (!(error instanceof Refusal || isTransient(error))) throw error;
    // What was cancelled before is known also where the provider tells nothing now.
    const known = await findSubscriber(app, tenant.id, ref);
    if (isDone(known.subscription, ref, now)) return known;
    throw error;
  });
  const { id, status } = stored.subscription;
  return status === 'PAYMENT_FAILED' ? (await reconcileNow(app, tenant, id)).stored : stored;
}

/** Whether there is nothing to change: it was cancelled before. Throws `already_ended`. */
function isDone(subscription: Subscription, { by }: SubscriberRef, now: number): boolean {
  if (isJustCancelled(subscription, by, now)) return true;
  return cancelAtPeriodEnd(subscription, by, now).subscription === subscription;
}

/**
 * Sees that the provider has the subscription, and whether it has ended there already. Where its plan was changed at the
 * provider, what was paid for since is recorded first, as far as it can be learned now.
 */
async function verify(
  app: SubscriptionApp,
  tenant: Tenant,
  found: StoredSubscriber,
): Promise<{ stored: StoredSubscriber; isOverThere: boolean }> {
  const { id, payReference } = found.subscription;
  const pay = await payClientFor(app, tenant);
  const { status } = valueOrRefuse(await pay.readSubscription(payReference));
  if (status === 'UPGRADED')
    return { stored: (await reconcileNow(app, tenant, id)).stored, isOverThere: false };
  return { stored: found, isOverThere: status === 'CANCELLED' || status === 'EXPIRED' };
}

/** The end with the cancellation, where the paid period is over already. */
function thenEnded({ subscription, events }: Decision, isOverThere: boolean, now: number): Decision {
  const ended = endIfOver(isOverThere ? cancelSent(subscription) : subscription, now);
  return { subscription: ended.subscription, events: [...events, ...ended.events] };
}

/**
 * Tells the provider now. Whatever goes wrong leaves the cancellation recorded and due: it is sent again until the
 * provider has it. So the caller is told that it stands, and not to try again.
 */
async function carryOut(app: SubscriptionApp, tenant: Tenant, recorded: Subscription): Promise<Subscription> {
  try {
    const { stored } = await reconcileNow(app, tenant, recorded.id);
    return stored.subscription;
  } catch (error) {
    app.log.warn('cancellation recorded, to be sent later', {
      subscriberId: recorded.id,
      ...errorFields(error),
    });
    return recorded;
  }
}
