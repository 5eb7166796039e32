import { payClientFor, valueOrRefuse } from '../account/pay-client.ts';
import type { SubscriptionApp } from '../app.ts';
import {
  cancelAtPeriodEnd,
  cancelConfirmed,
  cancelIsDue,
  endIfOver,
  isJustCancelled,
  refuseOvertaken,
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
 * our id, only our records change. Idempotent, since `since` also where it has ended; if undone since, it throws
 * `concurrent_change`. Throws `subscriber_not_found`, `already_ended`, and provider refusals.
 */
export async function cancel(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  since: number,
): Promise<Subscription> {
  const found = await findForCancel(app, tenant, ref, since);
  if (isRepeated(found.subscription, ref, since)) return found.subscription;
  refuseOvertaken(found.subscription.undoneAt, since, app.clock());

  const { stored, hasEndedThere } =
    ref.by === 'pay' ? await verify(app, tenant, found) : { stored: found, hasEndedThere: false };

  const decide = ({ subscription }: StoredSubscriber): Decision => {
    if (isJustCancelled(subscription, ref.by, since)) return unchanged(subscription);
    const { subscription: cancelled, events } = cancelAtPeriodEnd(subscription, ref.by, app.clock());
    const ended = endIfOver(hasEndedThere ? cancelConfirmed(cancelled) : cancelled, app.clock());
    return { subscription: ended.subscription, events: [...events, ...ended.events] };
  };
  const { subscription } = await commit(app, { tenant, stored, causedBy: causeOf(app), decide });

  return cancelIsDue(subscription, app.clock()) ? sendNow(app, tenant, subscription) : subscription;
}

/** The subscription to cancel. If its payment has failed, it would end at once, so it is reconciled first. */
async function findForCancel(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  since: number,
): Promise<StoredSubscriber> {
  const stored = await findReconciled(app, tenant, ref, app.clock()).catch(async (error: unknown) => {
    if (!(error instanceof Refusal || isTransient(error))) throw error;
    // Without the provider's answer, a repeated cancellation still succeeds.
    const known = await findSubscriber(app, tenant.id, ref);
    if (isRepeated(known.subscription, ref, since)) return known;
    throw error;
  });
  const { id, status } = stored.subscription;
  return status === 'PAYMENT_FAILED' ? (await reconcileNow(app, tenant, id)).stored : stored;
}

/** Whether this cancellation would change nothing. Throws `already_ended`. */
function isRepeated(one: Subscription, { by }: SubscriberRef, since: number): boolean {
  return isJustCancelled(one, by, since) || cancelAtPeriodEnd(one, by, since).subscription === one;
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
async function sendNow(app: SubscriptionApp, tenant: Tenant, recorded: Subscription): Promise<Subscription> {
  try {
    return (await reconcileNow(app, tenant, recorded.id)).stored.subscription;
  } catch (error) {
    const named = { subscriberId: recorded.id };
    app.log.warn('cancellation recorded, to be sent later', { ...named, ...errorFields(error) });
    return recorded;
  }
}
