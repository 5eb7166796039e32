import type { CoreApp, OfTenant } from '../runtime/app.ts';
import type { BegunPurchase } from '../billing/begun-purchase.ts';
import { isPastItsDay, type SubscribeCheckout } from '../billing/checkout.ts';
import type { PaymentIntent } from '../billing/payment-intent.ts';
import { CLOCK_DIFFERENCE_MS } from '../limits.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { checkoutFrom } from '../table/purchases/checkouts.ts';
import { openItems } from '../table/purchases/open-items.ts';
import { openIntents } from './open-intents.ts';
import { isSameBuyer } from './same-buyer.ts';

/** Whether a subscription at the provider may be the result of a purchase here, of its plan or any, that is not recorded yet. */
export type IsBeingBought = (one: PaySubscriptionDetails, of?: 'its plan' | 'any plan') => boolean;

/**
 * Finds which of a tenant's subscriptions at the provider may be open purchases here: they are read
 * once, and again only if a subscription is newer than the last reading. Throws Unreadable: what it does not know might be bought.
 */
export function openPurchases(
  app: CoreApp & OfTenant,
): (some: readonly PaySubscriptionDetails[]) => Promise<IsBeingBought> {
  let open: readonly BegunPurchase[] = [];
  let knownUntil = -Infinity;
  return async (some) => {
    if (some.some(({ createdAt }) => createdAt >= knownUntil)) {
      knownUntil = app.clock() - CLOCK_DIFFERENCE_MS;
      open = [...(await openCheckouts(app)), ...(await openCharges(app))];
    }
    return (one, of = 'its plan') =>
      open.some(
        (purchase) =>
          (of === 'any plan' || purchase.plan.reference === one.planReference) &&
          mayResultFrom(one, purchase),
      );
  };
}

/** A purchase never creates a subscription older than itself. Where its customer was erased, it may be anybody's. */
function mayResultFrom(one: PaySubscriptionDetails, { customer, startedAt }: BegunPurchase): boolean {
  return (
    one.createdAt >= startedAt - CLOCK_DIFFERENCE_MS && (customer === null || isSameBuyer(one, customer))
  );
}

/** One of which the provider has refused to tell for a day is left out: an operator may settle it by an import. */
async function openCheckouts(app: CoreApp & OfTenant): Promise<SubscribeCheckout[]> {
  const now = app.clock();
  const checkouts = await openItems(app, 'checkout', checkoutFrom);
  return checkouts
    .filter((one) => one.kind === 'subscribe')
    .filter((one) => !one.outcome && !(one.isUnclear && isPastItsDay(one, now)));
}

/** Ambiguous charges are left out: an operator settles them by importing their subscriptions. */
async function openCharges(app: CoreApp & OfTenant): Promise<PaymentIntent[]> {
  const intents = await openIntents(app);
  return intents.filter(({ isAmbiguous }) => isAmbiguous !== true);
}
