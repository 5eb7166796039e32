import { page } from '../../lib/http/answer.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/live.ts';
import { USUAL_SOURCES } from '../../lib/pay/browser.ts';
import { Refusal } from '../../lib/refusal.ts';
import { lookUpForm } from '../../lib/table/payment-forms.ts';
import { tenantInKey } from '../../lib/table/keys.ts';
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
  input: ({ query, headers }) => ({
    ...callbackInput(query, undefined),
    apiKey: headers['x-api-key'],
  }),
  run: async ({ app, input: { token, apiKey }, now }) => {
    const found = token === undefined ? undefined : await lookUpForm(app, token);
    // It may read no key pair, only whose it says it is: a tenant is shown no page of another one's.
    if (apiKey !== undefined && tenantInKey(apiKey) !== found?.checkout.tenant)
      throw new Refusal('checkout_not_found');
    if (!found) return page(404, unknownCheckoutPage(), HEADERS);
    const { checkout, content, sources } = found;
    if (checkout.status === 'SUCCESS' || now >= checkout.expiresAt || content === undefined)
      return page(410, closedCheckoutPage(), HEADERS);
    const nonce = app.newNonce();
    return page(200, paymentPage(content, nonce), {
      ...HEADERS,
      'content-security-policy': paymentPagePolicy(nonce, sources ?? USUAL_SOURCES, checkout.callbackUrl),
    });
  },
});

export const handler = create(live);
