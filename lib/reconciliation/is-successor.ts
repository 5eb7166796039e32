import type { CoreApp } from '../runtime/app.ts';
import { normaliseEmail } from '../billing/customer.ts';
import { hasEnded } from '../billing/subscription.ts';
import type { Pay } from '../pay/pay.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { lookUpCustomer } from '../table/subscribers/customers.ts';

/**
 * Whether a subscription is the result of a plan change at the provider, which its subscriber's next reconciliation
 * will find, even after an end in our records alone. Also true if the provider does not answer.
 */
export async function isSuccessor(
  app: CoreApp,
  tenant: string,
  pay: Pay,
  { customerEmail, parentReference }: PaySubscriptionDetails,
): Promise<boolean> {
  if (customerEmail === undefined || parentReference === undefined) return false;
  const { subscriptions } = await lookUpCustomer(app, tenant, normaliseEmail(customerEmail));
  const reconciled = subscriptions.filter((each) => !hasEnded(each) || each.cancellation?.by === 'svc');
  if (reconciled.length === 0) return false;
  const family = await pay.search({ parentReference });
  if (!family.ok) return true; // what is unknown is not reported
  return family.value.some((each) => reconciled.some(({ payReference }) => payReference === each.reference));
}
