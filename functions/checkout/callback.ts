import { completeCheckout } from '../../lib/checkout/complete-hosted.ts';
import { completeCardUpdate } from '../../lib/checkout/complete-card-update.ts';
import { page, redirectTo } from '../../lib/http/answer.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/live.ts';
import { Refusal } from '../../lib/refusal.ts';
import { lookUpCheckout } from '../../lib/table/checkouts.ts';
import { findTenant } from '../../lib/table/tenants.ts';
import { callbackInput, cardRedirect, errorRedirect, successRedirect } from '../../lib/wire/checkout.ts';
import { unknownCheckoutPage } from '../../lib/wire/pages.ts';

/** GET and POST /checkout/callback: the customer's browser comes back from the provider. */
export const create = openEndpoint('checkout/callback', {
  input: ({ query, body }) => callbackInput(query, body),
  run: async ({ app, input, caller }) => {
    const checkout = input.token === undefined ? undefined : await lookUpCheckout(app, input.token);
    if (caller && caller.id !== checkout?.tenant) throw new Refusal('checkout_not_found');
    if (!checkout) return page(404, unknownCheckoutPage());
    const tenant = await findTenant(app, checkout.tenant);
    if (checkout.kind === 'card')
      return redirectTo(cardRedirect(checkout.callbackUrl, await completeCardUpdate(app, tenant, checkout)));
    const end = await completeCheckout(app, tenant, checkout, 'returned');
    if (end.is === 'success') return redirectTo(successRedirect(checkout.callbackUrl, end.outcome));
    const error = end.is === 'failed' ? end : end.refusal;
    return redirectTo(errorRedirect(checkout.callbackUrl, error));
  },
});

export const handler = create(live);
