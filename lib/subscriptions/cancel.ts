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
import { causeOf } from '../table/timeline.ts';
import { findReconciled, reconcileNow } from './find-reconciled.ts';

/**
 * Schedules cancellation for the end of the paid period. With the provider's reference, the subscription is verified
 * at the provider, and the cancellation is sent there when the undo window closes, or at once if it has closed. With
 * our id, only our records change. Idempotent. Throws `subscriber_not_found`, `already_ended`, and provider refusals.
 */
export async function cancel(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  now: number,
): Promise<Subscription> {
  const found = await findForCancel(app, tenant, ref, now);
  if (isRepeated(found.subscription, ref, now)) return found.subscription;

  const { stored, hasEndedThere } =
    ref.by === 'pay' ? await verify(app, tenant, found) : { stored: found, hasEndedThere: false };

  const decide = ({ subscription }: StoredSubscriber): Decision => {
    if (isJustCancelled(subscription, ref.by, now)) return unchanged(subscription);
    const { subscription: cancelled, events } = cancelAtPeriodEnd(subscription, ref.by, app.clock());
    const ended = endIfOver(hasEndedThere ? cancelSent(cancelled) : cancelled, app.clock());
    return { subscription: ended.subscription, events: [...events, ...ended.events] };
  };
  const { subscription } = await commit(app, { tenant, stored, causedBy: causeOf(app), decide });

  return cancelIsDue(subscription, now) ? cancelAtProvider(app, tenant, subscription) : subscription;
}

/** The subscription to cancel. If its payment has failed, it would end at once, so it is reconciled first. */
async function findForCancel(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  now: number,
): Promise<StoredSubscriber> {
  const stored = await findReconciled(app, tenant, ref, now).catch(async (error: unknown) => {
    if (!(error instanceof Refusal || isTransient(error))) throw error;
    // Without the provider's answer, a repeated cancellation still succeeds.
    const known = await findSubscriber(app, tenant.id, ref);
    if (isRepeated(known.subscription, ref, now)) return known;
    throw error;
  });
  const { id, status } = stored.subscription;
  return status === 'PAYMENT_FAILED' ? (await reconcileNow(app, tenant, id)).stored : stored;
}

/** Whether this cancellation would change nothing. Throws `already_ended`. */
function isRepeated(subscription: Subscription, { by }: SubscriberRef, now: number): boolean {
  if (isJustCancelled(subscription, by, now)) return true;
  return cancelAtPeriodEnd(subscription, by, now).subscription === subscription;
}

/**
 * Reads the subscription at the provider: it must exist there, and may have ended there. If its plan was changed or it
 * began there without being on record so, that and its charges are recorded first.
 */
async function verify(
  app: SubscriptionApp,
  tenant: Tenant,
  found: StoredSubscriber,
): Promise<{ stored: StoredSubscriber; hasEndedThere: boolean }> {
  const { id, payReference, status: known } = found.subscription;
  const pay = await payClientFor(app, tenant);
  const { status } = valueOrRefuse(await pay.readSubscription(payReference));
  const isBehind = status === 'UPGRADED' || (known === 'PENDING' && status !== 'PENDING');
  if (isBehind) return { stored: (await reconcileNow(app, tenant, id)).stored, hasEndedThere: false };
  return { stored: found, hasEndedThere: status === 'CANCELLED' || status === 'EXPIRED' };
}

/**
 * Sends the cancellation to the provider now. If that fails, the cancellation stays recorded and due, and is sent again
 * until the provider accepts it, so the request succeeds.
 */
async function cancelAtProvider(
  app: SubscriptionApp,
  tenant: Tenant,
  recorded: Subscription,
): Promise<Subscription> {
  try {
    const { stored } = await reconcileNow(app, tenant, recorded.id);
    return stored.subscription;
  } catch (error) {
    const named = { subscriberId: recorded.id };
    app.log.warn('cancellation recorded, to be sent later', { ...named, ...errorFields(error) });
    return recorded;
  }
}
