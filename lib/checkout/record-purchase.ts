import type { SubscriptionApp } from '../app.ts';
import {
  subscribe,
  type Purchase,
  type CheckoutOutcome,
  type SubscribeCheckout,
} from '../billing/checkout.ts';
import { Refusal } from '../refusal.ts';
import { checkoutFrom, checkoutSucceeded } from '../table/checkouts.ts';
import { customerFrom } from '../table/customers.ts';
import { key, customerHash, withCustomerHash } from '../table/schema.ts';
import { lookUpReference, referencePut, subscriberPut } from '../table/subscribers.ts';
import { Conflict, type Update } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { publish, outboxEntries } from '../webhooks/outbox.ts';

/** One transaction: checkout, customer, subscriber, its reference, the event. Answers the outcome that counts. */
export async function recordPurchase(
  app: SubscriptionApp,
  tenant: Tenant,
  checkout: SubscribeCheckout,
  purchase: Purchase,
): Promise<CheckoutOutcome> {
  const now = app.clock();
  const id = withCustomerHash(app.newId(), customerHash(tenant.id, checkout.customer.email));
  const { subscription, events } = subscribe({
    id,
    cause: `checkout:${checkout.token}`,
    plan: checkout.plan,
    customer: checkout.customer,
    endedBefore: checkout.endedBefore,
    purchase,
    now,
    announcePending: true,
  });
  const outcome = {
    subscriberId: id,
    subscriptionReference: purchase.reference,
    customerReference: purchase.customerReference,
    planReference: purchase.planReference,
    customerId: checkout.customer.id,
  };
  const telling = outboxEntries(tenant, events, now);
  try {
    await app.table.write([
      checkoutSucceeded(checkout.token, outcome),
      customerBought(tenant.id, checkout, purchase.customerReference),
      referencePut(tenant.id, purchase.reference, id),
      subscriberPut(tenant.id, subscription, undefined, undefined),
      ...telling.changes,
    ]);
  } catch (conflict) {
    if (!(conflict instanceof Conflict)) throw conflict;
    return afterConflict(app, tenant, checkout, purchase, conflict);
  }
  await publish(app, telling, { tenantId: tenant.id, subscriberId: id });
  return outcome;
}

/** The customer gets the provider's reference, provided it still is as the checkout knew it. */
function customerBought(tenant: string, checkout: SubscribeCheckout, payReference: string): Update {
  const { customer, endedBefore } = checkout;
  return {
    update: key.customer(tenant, customer.email),
    set: { payReference },
    if: [
      { attribute: 'id', is: customer.id },
      { attribute: 'endedAt', is: endedBefore },
    ],
  };
}

async function afterConflict(
  app: SubscriptionApp,
  tenant: Tenant,
  checkout: SubscribeCheckout,
  purchase: Purchase,
  conflict: Conflict,
): Promise<CheckoutOutcome> {
  const [stored, customer] = conflict.found;
  const done = stored && checkoutFrom(stored).outcome;
  if (done) return done;
  if (customer && !conflict.failed.includes(0)) {
    const { id, endedAt } = customerFrom(customer);
    if (id !== checkout.customer.id || endedAt !== checkout.endedBefore)
      return recordPurchase(
        app,
        tenant,
        { ...checkout, customer: { ...checkout.customer, id }, endedBefore: endedAt },
        purchase,
      );
  }
  const known = await lookUpReference(app, tenant.id, purchase.reference);
  if (known === undefined) throw new Refusal('concurrent_change', {}, conflict);
  return adopt(app, tenant, checkout, purchase, known);
}

/** The subscription is on record already, by another way than this checkout: the checkout takes it as its outcome. */
async function adopt(
  app: SubscriptionApp,
  tenant: Tenant,
  checkout: SubscribeCheckout,
  purchase: Purchase,
  subscriberId: string,
): Promise<CheckoutOutcome> {
  const item = await app.table.get(key.subscriber(tenant.id, subscriberId), { consistent: true });
  const outcome = {
    subscriberId,
    subscriptionReference: purchase.reference,
    customerReference: purchase.customerReference,
    planReference: purchase.planReference,
    customerId: (item?.customer as { id?: string } | undefined)?.id ?? checkout.customer.id,
  };
  await app.table.apply(checkoutSucceeded(checkout.token, outcome));
  return outcome;
}
