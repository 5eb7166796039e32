import { correctBuyer, type Correction } from '../billing/correction.ts';
import { isErased } from '../billing/customer.ts';
import { unchanged } from '../billing/decision.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commit } from '../commit.ts';
import { payClientFor, valueOrRefuse } from '../pay/client.ts';
import { Refusal } from '../refusal.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { namingAnswerPut } from '../table/purchases/idempotency.ts';
import {
  findSubscriber,
  type StoredSubscriber,
  type SubscriberRef,
} from '../table/subscribers/subscribers.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { causeOf } from '../table/subscribers/timeline.ts';

/**
 * Corrects who a subscription's documents are made out to: with the provider's reference there first and then here, with
 * our id here alone. Repeated, it changes nothing more. Its answer names the customer: one that is stored is noted before. Throws `subscriber_not_found`, also for one whose data has been
 * erased, `concurrent_change`, and the refusals of a provider call.
 */
export async function correctCustomer(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  correction: Correction,
  idempotencyKey?: string,
): Promise<Subscription> {
  const stored = await findSubscriber(app, tenant.id, ref);
  const { customer, customerReference } = stored.subscription;
  if (isErased(customer)) throw new Refusal('subscriber_not_found');
  const { id } = stored.subscription;
  if (idempotencyKey !== undefined)
    await app.table.apply(namingAnswerPut(tenant.id, id, idempotencyKey, app.clock()));
  if (ref.by === 'pay') {
    const { company: _ours, ...theirs } = correction;
    const pay = await payClientFor(app, tenant, stored.subscription);
    valueOrRefuse(await pay.correctCustomer(customerReference, theirs));
  }
  const decide = ({ subscription }: StoredSubscriber) => {
    if (isErased(subscription.customer)) throw new Refusal('subscriber_not_found');
    return unchanged(correctBuyer(subscription, correction));
  };
  return (await commit(app, { tenant, stored, causedBy: causeOf(app), decide })).subscription;
}
