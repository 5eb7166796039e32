import { storedId } from '../billing/identifiers.ts';
import { shownEmail } from '../billing/buyer.ts';
import type { CoreApp } from '../runtime/app.ts';
import { cardCharge } from '../billing/card-charge.ts';
import type { Checkout, HostedPage } from '../billing/checkout.ts';
import { viewAt } from '../billing/current-state.ts';
import { isErased } from '../billing/customer.ts';
import { Refusal } from '../refusal.ts';
import { lookUpStoredPage } from '../table/purchases/payment-forms.ts';
import { lookUpSubscriber } from '../table/subscribers/subscribers.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/**
 * A checkout and what its page shows at `now` (epoch ms). What a card form charges, and whose it is, is read of the
 * subscription as it is now: much may have happened since the form was opened. Undefined for an unknown token; a caller
 * with a key pair sees only its own tenant's, and throws `checkout_not_found` for another's before anything of it is read.
 */
export async function lookUpHostedPage(
  app: CoreApp,
  token: string,
  { now, caller }: { readonly now: number; readonly caller: string | undefined },
): Promise<{ checkout: Checkout; page: HostedPage } | undefined> {
  const stored = await lookUpStoredPage(app, token);
  if (caller !== undefined && caller !== stored?.checkout.tenant) throw new Refusal('checkout_not_found');
  if (!stored) return undefined;
  const { checkout, page } = stored;
  if (checkout.kind === 'subscribe')
    return {
      checkout,
      page: { ...page, charge: 'nothing', payer: checkout.customer && shownEmail(checkout.customer) },
    };
  const found = await lookUpSubscriber(forTenant(app, checkout.tenant), {
    by: 'svc',
    id: storedId(checkout.subscriberId),
  });
  if (!found) return { checkout, page: { ...page, charge: 'nothing', payer: null } };
  const subscription = viewAt(found.subscription, now);
  const { customer, plan } = subscription;
  const payer = isErased(customer) ? null : shownEmail(customer);
  return { checkout, page: { ...page, plan, charge: cardCharge(subscription), payer } };
}
