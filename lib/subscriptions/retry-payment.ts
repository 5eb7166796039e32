import type { SubscriberRef } from '../billing/identifiers.ts';
import { payClientFor, refusalOf } from '../pay/client.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { checkRetry, mayRetry } from '../billing/recovery.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import { DUPLICATE_WINDOW_MS } from '../limits.ts';
import { sendRetry } from '../reconciliation/send-retry.ts';
import { Refusal } from '../refusal.ts';
import { findSubscriber } from '../table/subscribers/subscribers.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import { reconcileNow } from './find-reconciled.ts';

/**
 * Has the failed renewal of a subscriber charged again now, after a fresh read of the provider. Its result is an event. An
 * identical request at the same moment gets the same answer. Throws `subscriber_not_found`, `already_ended`,
 * `nothing_to_retry`, `retry_too_soon`, and the refusals of a provider call.
 */
export async function retryPayment(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  since: number,
): Promise<Subscription> {
  const found = await findSubscriber(app, tenant.id, ref);
  const { id } = found.subscription;
  const { outcome, stored } = await reconcileNow(app, tenant, id);
  if (outcome !== 'reconciled') throw refusalOf(outcome);
  const { subscription } = stored;
  if (hasEnded(subscription)) throw new Refusal('already_ended');
  if (isAsked(subscription, since)) return subscription;
  checkRetry(subscription, app.clock());
  const pay = await payClientFor(app, tenant, subscription);
  const sent = await sendRetry(app, pay, { tenant, id, causedBy: causeOf(app) }, mayRetry);
  if (sent !== 'under way' && sent !== 'not allowed') throw refusalOf(sent, { declined: 'payment_refused' });
  const { subscription: after } = await findSubscriber(app, tenant.id, { by: 'svc', id });
  if (sent === 'not allowed' && !isAsked(after, since)) throw new Refusal('retry_too_soon');
  return after;
}

/** Whether an identical request at the same moment, or the schedule just now, has asked for it. */
const isAsked = ({ retry }: Subscription, since: number): boolean =>
  retry !== null && retry.at >= since - DUPLICATE_WINDOW_MS;
