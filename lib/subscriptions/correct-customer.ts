import { type SubscriberRef, storedId } from '../billing/identifiers.ts';
import { correctBuyer, type Correction } from '../billing/correction.ts';
import { isErased } from '../billing/customer.ts';
import { personOf } from '../access/same-person.ts';
import { unchanged } from '../billing/decision.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import { commit } from '../commit.ts';
import { payClientFor, valueOrRefuse } from '../pay/client.ts';
import { Refusal } from '../refusal.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { namingAnswerPut } from '../table/purchases/idempotency.ts';
import {
  customerUnderEmail,
  removeFormerRecords,
  subscriptionsUnderFormerEmails,
} from '../table/subscribers/customer-emails.ts';
import { subscriptionsOfCustomerOf } from '../table/subscribers/customers.ts';
import {
  claimExternalId,
  customerWithExternalId,
  freeExternalId,
} from '../table/subscribers/external-ids.ts';
import { findSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import { explained } from './explained.ts';

/**
 * Corrects who a subscription's documents are made out to: with the provider's reference there first and then here, with
 * our id here alone. An e-mail address is the customer's, so all its subscriptions bear it then. Repeated, it changes
 * nothing more, and completes what was cut short. Its answer names the customer: one that is stored is noted before. Throws
 * `subscriber_not_found`, also for one whose data has been erased, `email_taken`, `external_id_taken`, `concurrent_change`, and
 * the refusals of a provider call.
 */
export const correctCustomer = (
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  correction: Correction,
  idempotencyKey?: string,
): Promise<Subscription> =>
  explained(app, { tenant, verb: 'correct-customer', ref }, async (line) => {
    line.did = ref.by === 'pay' ? 'asked' : 'recorded';
    return (line.one = await customerCorrected(app, tenant, ref, correction, idempotencyKey));
  });

async function customerCorrected(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  correction: Correction,
  idempotencyKey: string | undefined,
): Promise<Subscription> {
  const stored = await findSubscriber(app, tenant.id, ref);
  const { id, customer } = stored.subscription;
  if (isErased(customer)) throw new Refusal('subscriber_not_found');
  if (idempotencyKey !== undefined)
    await app.table.apply(namingAnswerPut(tenant.id, id, idempotencyKey, app.clock()));
  const { email, typedEmail } = correction;
  if (correction.externalId) await refuseIfTaken(app, tenant.id, correction.externalId, customer.id);
  const correctHere = async () => {
    const after = await corrected(app, tenant, stored, correction);
    if (correction.externalId !== undefined)
      await nameWholePerson(app, tenant, stored.subscription, correction);
    return after;
  };
  if (email === undefined) {
    if (ref.by === 'pay') await correctThere(app, tenant, stored.subscription, correction);
    return correctHere();
  }
  const moved = await customerUnderEmail(app, tenant, stored.subscription, email);
  const under = { id: customer.id, email };
  const others = (await subscriptionsUnderFormerEmails(app, tenant.id, under)).filter((one) => one.id !== id);
  if (ref.by === 'pay') await correctThere(app, tenant, stored.subscription, correction, others);
  if (moved.length > 0) await app.table.write(moved);
  const after = await correctHere();
  for (const one of others)
    await corrected(app, tenant, await findSubscriber(app, tenant.id, { by: 'svc', id: storedId(one.id) }), {
      email,
      typedEmail,
    });
  await removeFormerRecords(app, tenant, under);
  return after;
}

async function refuseIfTaken(
  app: SubscriptionApp,
  tenant: string,
  externalId: string,
  customerId: string,
): Promise<void> {
  const owner = await customerWithExternalId(app, tenant, externalId);
  if ((owner ?? customerId) !== customerId) throw new Refusal('external_id_taken');
}

/** Gives the tenant's own id to the person's other subscriptions too, and frees the one that the person had. */
async function nameWholePerson(
  app: SubscriptionApp,
  tenant: Tenant,
  before: Subscription,
  { externalId = null }: Correction,
): Promise<void> {
  const { id, customer } = before;
  const beside = await subscriptionsOfCustomerOf(app, tenant.id, id);
  const all = [before, ...beside.filter((one) => one.id !== id)];
  const others = personOf(all, (one) => one === before).filter((one) => one !== before);
  for (const one of others)
    await corrected(app, tenant, await findSubscriber(app, tenant.id, { by: 'svc', id: storedId(one.id) }), {
      externalId,
    });
  const former = customer.externalId;
  if (former !== undefined && former !== externalId)
    await freeExternalId(app, tenant.id, former, customer.id);
}

/** Corrects the provider's customer, and the address of those of the customer's other running subscriptions. */
async function correctThere(
  app: SubscriptionApp,
  tenant: Tenant,
  subscription: Subscription,
  { company: _company, typedEmail: _typed, externalId: _own, ...theirs }: Correction,
  others: readonly Subscription[] = [],
): Promise<void> {
  const pay = await payClientFor(app, tenant, subscription);
  const { customerReference } = subscription;
  valueOrRefuse(await pay.correctCustomer(customerReference, theirs));
  const { email } = theirs;
  const running = others.filter((one) => !hasEnded(one) && one.customerReference !== customerReference);
  for (const reference of new Set(running.map((one) => one.customerReference)))
    valueOrRefuse(await pay.correctCustomer(reference, { email }));
}

/** The subscription with its buyer corrected in our records. */
async function corrected(
  app: SubscriptionApp,
  tenant: Tenant,
  stored: StoredSubscriber,
  correction: Correction,
): Promise<Subscription> {
  const { externalId } = correction;
  const { id: customerId } = stored.subscription.customer;
  if (externalId && !(await claimExternalId(app, tenant.id, externalId, customerId)))
    throw new Refusal('external_id_taken');
  const decide = ({ subscription }: StoredSubscriber) => {
    if (isErased(subscription.customer)) throw new Refusal('subscriber_not_found');
    return unchanged(correctBuyer(subscription, correction));
  };
  return (await commit(app, { tenant, stored, causedBy: causeOf(app), decide })).subscription;
}
