import type { CoreApp } from '../app.ts';
import { normaliseEmail } from '../billing/customer.ts';
import { CLOCK_DIFFERENCE_MS } from '../limits.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { checkoutFrom } from '../table/checkouts.ts';
import { dueItems } from '../table/due-items.ts';
import { passingOver } from '../table/readable.ts';
import { openIntents } from './open-intents.ts';

/** Who is buying which plan since when (epoch ms); nobody is named where the customer was erased meanwhile. */
interface OpenPurchase {
  readonly planReference: string;
  readonly email: string | undefined;
  readonly startedAt: number;
}

/** Tells whether a subscription at the provider may come of a purchase here that is not recorded yet. */
export type IsBeingBought = (one: PaySubscriptionDetails) => boolean;

/**
 * Tells which of a tenant's subscriptions at the provider are being bought here, some at a time. For operators, since all
 * tenants' open purchases are read for it: once, and again only for some of which one was made after that. A purchase
 * whose record cannot be read is passed over.
 */
export function openPurchases(
  app: CoreApp,
  tenant: string,
): (some: readonly PaySubscriptionDetails[]) => Promise<IsBeingBought> {
  let open: readonly OpenPurchase[] = [];
  let knownUntil = -Infinity;
  return async (some) => {
    if (some.some(({ createdAt }) => createdAt >= knownUntil)) {
      knownUntil = app.clock() - CLOCK_DIFFERENCE_MS;
      open = [...(await openCheckouts(app, tenant)), ...(await openCharges(app, tenant))];
    }
    return (one) => open.some((purchase) => mayComeOf(one, purchase));
  };
}

/** No purchase brings about what is older than itself. */
function mayComeOf(
  { planReference, customerEmail = '', createdAt }: PaySubscriptionDetails,
  purchase: OpenPurchase,
): boolean {
  return (
    purchase.planReference === planReference &&
    createdAt >= purchase.startedAt - CLOCK_DIFFERENCE_MS &&
    (purchase.email === undefined || purchase.email === normaliseEmail(customerEmail))
  );
}

async function openCheckouts(app: CoreApp, tenant: string): Promise<OpenPurchase[]> {
  const items = await dueItems(app, 'checkout', () => true);
  const ours = items.filter((item) => item.tenant === tenant);
  const checkouts = await Promise.all(
    ours.map((item) => passingOver(app, 'checkout', { tenant }, () => checkoutFrom(item))),
  );
  return checkouts.flatMap((one) =>
    one?.kind === 'subscribe' && !one.outcome
      ? [{ planReference: one.plan.reference, email: one.customer?.email, startedAt: one.createdAt }]
      : [],
  );
}

async function openCharges(app: CoreApp, tenant: string): Promise<OpenPurchase[]> {
  const intents = await openIntents(app, tenant);
  return intents.map(({ plan, customer, startedAt }) => ({
    planReference: plan.reference,
    email: customer.email,
    startedAt,
  }));
}
