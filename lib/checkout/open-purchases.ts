import type { CoreApp } from '../app.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { normaliseEmail } from '../billing/customer.ts';
import { checkoutFrom } from '../table/checkouts.ts';
import { dueItems } from '../table/due-items.ts';
import { openIntents } from './open-intents.ts';

/** Who is buying which plan; nobody is named where the customer was erased meanwhile. */
interface OpenPurchase {
  readonly planReference: string;
  readonly email: string | undefined;
}

/**
 * Tells which of a tenant's subscriptions at the provider may come of a purchase here that is not recorded yet. For
 * operators, since all tenants' open purchases are looked through.
 */
export async function openPurchases(
  app: CoreApp,
  tenant: string,
): Promise<(one: PaySubscriptionDetails) => boolean> {
  const checkouts = (await dueItems(app, 'checkout', () => true)).map(checkoutFrom);
  const open: OpenPurchase[] = [
    ...checkouts.flatMap((one) =>
      one.kind === 'subscribe' && one.tenant === tenant && !one.outcome
        ? [{ planReference: one.plan.reference, email: one.customer?.email }]
        : [],
    ),
    ...(await openIntents(app, tenant)).map(({ plan, customer }) => ({
      planReference: plan.reference,
      email: customer.email,
    })),
  ];
  return ({ planReference, customerEmail }) =>
    open.some(
      (purchase) =>
        purchase.planReference === planReference &&
        (purchase.email === undefined || purchase.email === normaliseEmail(customerEmail ?? '')),
    );
}
