import { page } from '../../lib/http/answer.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/live.ts';
import { browserSources } from '../../lib/pay/browser.ts';
import { Refusal } from '../../lib/refusal.ts';
import { lookUpForm } from '../../lib/table/checkouts.ts';
import { findTenant } from '../../lib/table/tenants.ts';
import { callbackInput } from '../../lib/wire/checkout.ts';
import {
  closedCheckoutPage,
  paymentPage,
  paymentPagePolicy,
  unknownCheckoutPage,
} from '../../lib/wire/pages.ts';

const HEADERS = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' };

/** GET /checkout/page: our own page for `paymentPageUrl`, where the provider has none. */
export const create = openEndpoint('checkout/page', {
  input: ({ query }) => callbackInput(query, undefined),
  run: async ({ app, input, caller, now }) => {
    const found = input.token === undefined ? undefined : await lookUpForm(app, input.token);
    if (caller && caller.id !== found?.checkout.tenant) throw new Refusal('checkout_not_found');
    if (!found) return page(404, unknownCheckoutPage(), HEADERS);
    const { checkout, content } = found;
    if (checkout.status === 'SUCCESS' || now >= checkout.expiresAt)
      return page(410, closedCheckoutPage(), HEADERS);
    const { pay } = await findTenant(app, checkout.tenant);
    const nonce = app.newNonce();
    return page(200, paymentPage(content, nonce), {
      ...HEADERS,
      'content-security-policy': paymentPagePolicy(
        nonce,
        pay ? browserSources(pay.baseUrl) : "'none'",
        checkout.callbackUrl,
      ),
    });
  },
});

export const handler = create(live);
