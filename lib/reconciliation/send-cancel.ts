import type { SubscriptionApp } from '../runtime/app.ts';
import { cancelIsDue, cancelSent, cancelUnconfirmed } from '../billing/cancellation.ts';
import { unchanged } from '../billing/decision.ts';
import { isOver, type ProviderSnapshot } from '../billing/provider-snapshot.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commit, type SubscriptionChange } from '../commit.ts';
import { RECONCILE_RETRY_MS } from '../limits.ts';
import type { Pay } from '../pay/pay.ts';
import type { StoredSubscriber } from '../table/subscribers/subscribers.ts';

/** Whether to cancel at the provider now: the cancellation is final, and the provider has not carried it out. */
export function isCancelToBeSent(of: Subscription, { current }: ProviderSnapshot, now: number): boolean {
  return !isOver(current) && cancelIsDue(cancelUnconfirmed(of), now);
}

/**
 * Cancels at the provider. The intention is recorded first, so that the cancellation cannot be undone during the call;
 * the next read of the provider shows whether it was carried out. False if the cancellation was undone just before.
 */
export async function sendCancel(
  app: SubscriptionApp,
  pay: Pay,
  read: Omit<SubscriptionChange, 'decide'>,
  { current }: ProviderSnapshot,
): Promise<boolean> {
  const decide = ({ subscription }: StoredSubscriber) => {
    if (!cancelIsDue(cancelUnconfirmed(subscription), app.clock())) return undefined;
    return { ...unchanged(cancelSent(subscription)), reconcileAt: app.clock() + RECONCILE_RETRY_MS };
  };
  const { decision } = await commit(app, { ...read, decide });
  if (!decision) return false;
  const answer = await pay.cancel(current.reference);
  const { id: subscriberId } = read.stored.subscription;
  if (!answer.ok) app.log.warn('cancellation not carried out yet', { subscriberId, outcome: answer.is });
  return true;
}
