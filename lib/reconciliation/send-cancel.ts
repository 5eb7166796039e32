import type { SubscriptionApp } from '../app.ts';
import { cancelIsDue, cancelSent, cancelUnconfirmed } from '../billing/cancellation.ts';
import { unchanged } from '../billing/decision.ts';
import { waitingOrderStart } from '../billing/next-reconciliation.ts';
import { isOver, type ProviderSnapshot } from '../billing/provider-snapshot.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commit } from '../commit.ts';
import { RECONCILE_RETRY_MS } from '../limits.ts';
import type { Pay } from '../pay/pay.ts';
import type { StoredSubscriber } from '../table/subscribers.ts';
import type { Tenant } from '../table/tenants.ts';
import type { Cause } from '../table/timeline.ts';

/** Whether the provider must be told to cancel: the cancellation is final, and the provider has not taken it or lost it. */
export function isCancelToBeSent(
  subscription: Subscription,
  { current }: ProviderSnapshot,
  now: number,
): boolean {
  return !isOver(current) && cancelIsDue(cancelUnconfirmed(subscription), now);
}

/**
 * Makes the provider cancel. The intention is recorded first, so that nobody can undo it meanwhile; the next read of
 * the provider shows whether it was done. False if the cancellation was undone at the last moment.
 */
export async function sendCancel(
  app: SubscriptionApp,
  tenant: Tenant,
  pay: Pay,
  stored: StoredSubscriber,
  snapshot: ProviderSnapshot,
  causedBy: Cause,
): Promise<boolean> {
  const nextOrderAt = waitingOrderStart(snapshot) ?? null;
  const decide = ({ subscription }: StoredSubscriber) => {
    if (!cancelIsDue(cancelUnconfirmed(subscription), app.clock())) return undefined;
    const sent = { ...cancelSent(subscription), nextOrderAt };
    return { ...unchanged(sent), reconcileAt: app.clock() + RECONCILE_RETRY_MS };
  };
  const { isDeclined } = await commit(app, { tenant, stored, causedBy, decide });
  if (isDeclined) return false;
  const answer = await pay.cancel(snapshot.current.reference);
  const { id: subscriberId } = stored.subscription;
  if (!answer.ok) app.log.warn('cancellation not carried out yet', { subscriberId, outcome: answer.is });
  return true;
}
