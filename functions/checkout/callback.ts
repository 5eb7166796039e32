import { returnFromForm } from '../../lib/checkout/return-from-form.ts';
import { page, redirectTo } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/live.ts';
import { checkingPage, unknownPage } from '../../lib/payment-page/notice-pages.ts';
import { languageFor } from '../../lib/payment-page/language.ts';
import { Refusal } from '../../lib/refusal.ts';
import { againQuery, callbackInput, isAgain, redirectAfter } from '../../lib/wire/checkout.ts';

/** GET and POST /checkout/callback: the customer's browser returns from the provider. */
export const create = openEndpoint('checkout/callback', {
  input: ({ query, body, headers }) => ({
    ...callbackInput(query, body),
    isAgain: isAgain(query),
    language: languageFor(query.lang, headers['accept-language']),
  }),
  run: async ({ app, input, caller }) => {
    const { token = '', language } = input;
    const returned = token && (await returnFromForm(app, { ...input, token, tenant: caller?.id }));
    if (!returned && caller) throw new Refusal('checkout_not_found');
    if (!returned) return page(404, unknownPage(language, app.newNonce()));
    const { checkout, end } = returned;
    if (end.is !== 'checking') return redirectTo(redirectAfter(checkout.callbackUrl, end));
    const again = againQuery(token);
    return page(202, checkingPage({ again, seconds: end.afterSeconds, language, nonce: app.newNonce() }));
  },
});

export const handler = create(live);
