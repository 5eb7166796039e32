import { storedId } from '../billing/identifiers.ts';
import type { SubscriptionApp, WithTenant, OfTenant } from '../runtime/app.ts';
import { outcomeOf, type PurchaseOutcome, type WithCustomer } from '../billing/begun-purchase.ts';
import { checkoutCause, mayHaveBought, type SubscribeCheckout } from '../billing/checkout.ts';
import type { Purchase } from '../billing/purchase.ts';
import { Refusal } from '../refusal.ts';
import { checkoutCompleted, checkoutFrom } from '../table/purchases/checkouts.ts';
import { findSubscriber, lookUpReference } from '../table/subscribers/subscribers.ts';
import { foundIn, onConflict, type Conflict } from '../table/table.ts';
import { recordPurchase } from './record-purchase.ts';

/** What was bought by which hosted checkout. */
interface HostedPurchase {
  readonly checkout: WithCustomer<SubscribeCheckout>;
  readonly purchase: Purchase;
}

/**
 * Records the purchase of a hosted checkout, together with checkout and customer. Returns the outcome on record;
 * undefined, with nothing recorded, if the subscription is on record as another purchase. Throws `concurrent_change` if
 * the customer's record keeps changing and the purchase is not on record yet.
 */
export async function recordCheckout(
  app: SubscriptionApp & WithTenant,
  hosted: HostedPurchase,
): Promise<PurchaseOutcome | undefined> {
  const { checkout, purchase } = hosted;
  return recordPurchase<PurchaseOutcome, PurchaseOutcome | undefined>(app, purchase, {
    begun: checkout,
    cause: checkoutCause(checkout.token),
    outcomeFrom: (outcome) => outcome,
    originChange: (outcome) => checkoutCompleted(checkout, outcome),
    outcomeAfterConflict: (conflict) => outcomeAfterConflict(app, hosted, conflict),
  });
}

/** Whether a subscription is on record as another purchase than that of this checkout. */
export async function isAnotherPurchase(
  app: SubscriptionApp & OfTenant,
  checkout: WithCustomer<SubscribeCheckout>,
  reference: string,
): Promise<boolean> {
  const id = await lookUpReference(app, reference);
  if (id === undefined) return false;
  const { subscription } = await findSubscriber(app, { by: 'svc', id: storedId(id) });
  return !mayHaveBought(checkout, subscription);
}

/** Another writer was faster: its outcome. */
async function outcomeAfterConflict(
  app: SubscriptionApp & WithTenant,
  hosted: HostedPurchase,
  conflict: Conflict,
): Promise<PurchaseOutcome | undefined> {
  const [stored] = conflict.found;
  const done = stored && checkoutFrom(stored).outcome;
  if (done) return done;
  const known = await lookUpReference(app, hosted.purchase.reference);
  if (known === undefined) throw new Refusal('concurrent_change', {}, conflict);
  return useRecordedSubscription(app, hosted, known);
}

/** An import has recorded the subscription: it becomes this checkout's outcome, unless it is another purchase. */
async function useRecordedSubscription(
  app: SubscriptionApp & WithTenant,
  { checkout, purchase }: HostedPurchase,
  subscriberId: string,
): Promise<PurchaseOutcome | undefined> {
  const { subscription } = await findSubscriber(app, { by: 'svc', id: storedId(subscriberId) });
  if (!mayHaveBought(checkout, subscription)) return undefined;
  const outcome = outcomeOf(purchase, { subscriberId, customerId: subscription.customer.id });
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
