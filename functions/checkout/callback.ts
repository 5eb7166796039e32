import { returnFromForm } from '../../lib/checkout/return-from-form.ts';
import { page, redirectTo } from '../../lib/http/answer.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/live.ts';
import { Refusal } from '../../lib/refusal.ts';
import { againQuery, callbackInput, isAgain, redirectAfter } from '../../lib/wire/checkout.ts';
import { checkingHeaders, checkingPage, unknownCheckoutPage } from '../../lib/wire/pages.ts';

/** GET and POST /checkout/callback: the customer's browser comes back from the provider. */
export const create = openEndpoint('checkout/callback', {
  input: ({ query, body }) => ({ ...callbackInput(query, body), isAgain: isAgain(query) }),
  run: async ({ app, input, caller }) => {
    const { token = '' } = input;
    const returned = token && (await returnFromForm(app, { ...input, token, tenant: caller?.id }));
    if (!returned && caller) throw new Refusal('checkout_not_found');
    if (!returned) return page(404, unknownCheckoutPage());
    const { checkout, end } = returned;
    if (end.is !== 'checking') return redirectTo(redirectAfter(checkout.callbackUrl, end));
    const [again, nonce] = [againQuery(token), app.newNonce()];
    return page(202, checkingPage(again, nonce), checkingHeaders(again, end.afterSeconds, nonce));
  },
});

export const handler = create(live);
