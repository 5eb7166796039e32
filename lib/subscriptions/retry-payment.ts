import type { SubscriberRef } from '../billing/identifiers.ts';
import { refusalOf } from '../pay/client.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { checkRetry, isRetryAsked } from '../billing/recovery.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import { findSubscriber } from '../table/subscribers/subscribers.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { explained, type Done } from './explained.ts';
import { carryOutNow } from './up-to-date.ts';

/**
 * Has the failed renewal of a subscriber charged again now, after a fresh read of the provider. Its result is an event. An
 * identical request at the same moment gets the same answer. Throws `subscriber_not_found`, `already_ended`,
 * `nothing_to_retry`, `retry_too_soon`, and the refusals of a provider call.
 */
export const retryPayment = (
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  since: number,
): Promise<Subscription> =>
  explained(app, { tenant, verb: 'retry-payment', ref }, async (line) => {
    const { subscription, did } = await retried(app, tenant, { ref, since });
    line.did = did;
    return (line.one = subscription);
  });

async function retried(
  app: SubscriptionApp,
  tenant: Tenant,
  { ref, since }: { readonly ref: SubscriberRef; readonly since: number },
): Promise<Done> {
  const { id } = (await findSubscriber(app, tenant.id, ref)).subscription;
  const wanted = { is: 'retry', since } as const;
  const { outcome, taken, stored } = await carryOutNow(app, tenant, id, wanted);
  const { subscription } = stored;
  if (taken?.is === 'asked') {
    if (taken.outcome.is === 'refused') throw taken.outcome.refusal;
    return { subscription, did: 'asked' };
  }
  if (outcome === 'overtaken') throw new Refusal('concurrent_change');
  if (outcome !== 'reconciled') throw refusalOf(outcome);
  if (hasEnded(subscription)) throw new Refusal('already_ended');
  if (isRetryAsked(subscription, since)) return { subscription, did: 'repeated' };
  checkRetry(subscription, app.clock());
  throw new Refusal('retry_too_soon');
}
