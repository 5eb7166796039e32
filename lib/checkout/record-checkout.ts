import type { SubscriptionApp } from '../runtime/app.ts';
import { checkoutCause, mayHaveBought, type CheckoutOutcome, type CheckoutOf } from '../billing/checkout.ts';
import type { Customer } from '../billing/customer.ts';
import type { Purchase } from '../billing/purchase.ts';
import { Refusal } from '../refusal.ts';
import { checkoutCompleted, checkoutFrom } from '../table/purchases/checkouts.ts';
import { customerBought, customerFrom } from '../table/subscribers/customers.ts';
import { findSubscriber, lookUpReference } from '../table/subscribers/subscribers.ts';
import { foundIn, onConflict, type Conflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { identityOf, recordCustomer } from './plan-and-customer.ts';
import { recordPurchase } from './record-purchase.ts';

/** What was bought by which hosted checkout. */
interface HostedPurchase {
  readonly tenant: Tenant;
  readonly checkout: CheckoutOf;
  readonly purchase: Purchase;
}

/**
 * Records the purchase of a hosted checkout, together with checkout and customer. Returns the outcome on record;
 * undefined, with nothing recorded, if the subscription is on record as another purchase. Throws `concurrent_change` if
 * the customer's record keeps changing and the purchase is not on record yet.
 */
export async function recordCheckout(
  app: SubscriptionApp,
  hosted: HostedPurchase,
): Promise<CheckoutOutcome | undefined> {
  const { tenant, checkout, purchase } = hosted;
  return recordPurchase<CheckoutOutcome, CheckoutOutcome | undefined>(app, tenant, purchase, {
    buyer: checkout,
    cause: checkoutCause(checkout.token),
    outcomeOf: (subscriberId) => outcomeOf(checkout, purchase, subscriberId),
    originChanges: (outcome) => [
      checkoutCompleted(checkout, outcome),
      customerBought(tenant.id, checkout, purchase.customerReference),
    ],
    outcomeAfterConflict: (conflict) => outcomeAfterConflict(app, hosted, conflict),
  });
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

/** Whether a subscription is on record as another purchase than that of this checkout. */
export async function isAnotherPurchase(
  app: SubscriptionApp,
  checkout: CheckoutOf,
  reference: string,
): Promise<boolean> {
  const id = await lookUpReference(app, checkout.tenant, reference);
  if (id === undefined) return false;
  const { subscription } = await findSubscriber(app, checkout.tenant, { by: 'svc', id });
  return !mayHaveBought(checkout, subscription);
}

/** Another writer was faster: its outcome, or another attempt with the customer as they are now. */
async function outcomeAfterConflict(
  app: SubscriptionApp,
  hosted: HostedPurchase,
  conflict: Conflict,
): Promise<CheckoutOutcome | undefined> {
  const { tenant, checkout, purchase } = hosted;
  const [stored, customer] = conflict.found; // in the order of `originChanges`
  const done = stored && checkoutFrom(stored).outcome;
  if (done) return done;
  const hasOnlyCustomerChanged = conflict.failed.includes(1) && !conflict.failed.includes(0);
  if (hasOnlyCustomerChanged) {
    const { id, endedAt } = customer
      ? customerFrom(customer)
      : await recreateCustomer(app, tenant.id, checkout);
    if (id !== checkout.customer.id || endedAt !== checkout.endedBefore || !customer)
      return recordCheckout(app, {
        ...hosted,
        checkout: { ...checkout, customer: { ...checkout.customer, id }, endedBefore: endedAt },
      });
  }
  const known = await lookUpReference(app, tenant.id, purchase.reference);
  if (known === undefined) throw new Refusal('concurrent_change', {}, conflict);
  return useRecordedSubscription(app, hosted, known);
}

/** Recreates a customer who was erased while the checkout was open, and who has paid. */
async function recreateCustomer(
  app: SubscriptionApp,
  tenant: string,
  { customer }: CheckoutOf,
): Promise<Customer> {
  const recreated = { ...identityOf(customer), payReference: null, endedAt: null, createdAt: app.clock() };
  return recordCustomer(app, tenant, recreated, undefined);
}

/** An import has recorded the subscription: it becomes this checkout's outcome, unless it is another purchase. */
async function useRecordedSubscription(
  app: SubscriptionApp,
  { tenant, checkout, purchase }: HostedPurchase,
  subscriberId: string,
): Promise<CheckoutOutcome | undefined> {
  const { subscription } = await findSubscriber(app, tenant.id, { by: 'svc', id: subscriberId });
  if (!mayHaveBought(checkout, subscription)) return undefined;
  const outcome = { ...outcomeOf(checkout, purchase, subscriberId), customerId: subscription.customer.id };
  return onConflict(
    async () => {
      await app.table.apply(checkoutCompleted(checkout, outcome));
      return outcome;
    },
    (found) => {
      const done = checkoutFrom(foundIn(found)).outcome;
      if (done) return done;
      throw found;
    },
  );
}
