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
  run: async ({ app, input, caller, now }) => {
    const checkout = input.token === undefined ? undefined : await lookUpCheckout(app, input.token);
    if (caller && caller.id !== checkout?.tenant) throw new Refusal('checkout_not_found');
    if (!checkout) return page(404, unknownCheckoutPage());
    const tenant = await findTenant(app, checkout.tenant);
    const { callbackUrl } = checkout;
    if (checkout.kind === 'card') {
      const end = await completeCardUpdate(app, tenant, checkout, now);
      return redirectTo(
        end.is === 'returned' ? cardRedirect(callbackUrl, end.subscription) : errorRedirect(callbackUrl, end),
      );
    }
    const end = await completeCheckout(app, tenant, checkout, 'returned');
    if (end.is === 'success') return redirectTo(successRedirect(callbackUrl, end.outcome));
    return redirectTo(errorRedirect(callbackUrl, end.is === 'failed' ? end : end.refusal));
  },
});

export const handler = create(live);
