import type { SubscriptionApp } from '../app.ts';
import { subscribe, type Purchase, type CheckoutOutcome, type CheckoutOf } from '../billing/checkout.ts';
import type { Customer } from '../billing/customer.ts';
import { commitNew } from '../commit.ts';
import { Refusal } from '../refusal.ts';
import { checkoutCompleted, checkoutFrom } from '../table/checkouts.ts';
import { customerFrom } from '../table/customers.ts';
import { key } from '../table/schema.ts';
import { customerHash, withCustomerHash } from '../table/ids.ts';
import { findSubscriber, lookUpReference } from '../table/subscribers.ts';
import { onConflict, type Conflict, type Update } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { requested } from '../table/timeline.ts';
import { recordCustomer } from './open-hosted.ts';

/** One transaction: checkout, customer, subscriber, its reference, the event. Answers the outcome that counts. */
export async function recordPurchase(
  app: SubscriptionApp,
  tenant: Tenant,
  checkout: CheckoutOf,
  purchase: Purchase,
): Promise<CheckoutOutcome> {
  const now = app.clock();
  const id = withCustomerHash(app.newId(), customerHash(tenant.id, checkout.customer.email));
  const decision = subscribe({
    id,
    cause: `checkout:${checkout.token}`,
    plan: checkout.plan,
    customer: checkout.customer,
    endedBefore: checkout.endedBefore,
    purchase,
    now,
    announcePending: false,
  });
  const outcome = outcomeOf(checkout, purchase, id);
  const work = {
    tenant,
    causedBy: requested(app),
    thenReconcile: { kind: 'subscriber', tenantId: tenant.id, subscriberId: id },
  } as const;
  return onConflict(
    async () => {
      await commitNew(app, work, decision, [
        checkoutCompleted(checkout, outcome),
        customerBought(tenant.id, checkout, purchase.customerReference),
      ]);
      return outcome;
    },
    (conflict) => afterConflict(app, tenant, checkout, purchase, conflict),
  );
}

function outcomeOf(checkout: CheckoutOf, purchase: Purchase, subscriberId: string): CheckoutOutcome {
  return {
    subscriberId,
    subscriptionReference: purchase.reference,
    customerReference: purchase.customerReference,
    planReference: purchase.planReference,
    customerId: checkout.customer.id,
  };
}

/** The customer gets the provider's reference, provided it still is as the checkout knew it. */
function customerBought(tenant: string, checkout: CheckoutOf, payReference: string): Update {
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
  checkout: CheckoutOf,
  purchase: Purchase,
  conflict: Conflict,
): Promise<CheckoutOutcome> {
  const [stored, customer] = conflict.found;
  const done = stored && checkoutFrom(stored).outcome;
  if (done) return done;
  if (conflict.failed.includes(1) && !conflict.failed.includes(0)) {
    const { id, endedAt } = customer ? customerFrom(customer) : await madeAgain(app, tenant.id, checkout);
    if (id !== checkout.customer.id || endedAt !== checkout.endedBefore || !customer)
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

/** A customer who was erased while the checkout was open, and who has paid. */
async function madeAgain(app: SubscriptionApp, tenant: string, { customer }: CheckoutOf): Promise<Customer> {
  const anew = { ...customer, payReference: null, endedAt: null, createdAt: app.clock() };
  await recordCustomer(app, tenant, anew, undefined);
  return anew;
}

/** The subscription is on record already, by another way than this checkout: the checkout takes it as its outcome. */
async function adopt(
  app: SubscriptionApp,
  tenant: Tenant,
  checkout: CheckoutOf,
  purchase: Purchase,
  subscriberId: string,
): Promise<CheckoutOutcome> {
  const { subscription } = await findSubscriber(app, tenant.id, { by: 'svc', id: subscriberId });
  const outcome = { ...outcomeOf(checkout, purchase, subscriberId), customerId: subscription.customer.id };
  await app.table.apply(checkoutCompleted(checkout, outcome));
  return outcome;
}
