import type { AppOf } from '../../lib/runtime/app.ts';
import { returnFromForm } from '../../lib/checkout/return-from-form.ts';
import { withFailurePage } from '../../lib/http/browser.ts';
import { page, redirectTo } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  checkingPage,
  returningPage,
  stillUnknownPage,
  unknownPage,
} from '../../lib/payment-page/notice-pages.ts';
import { languageFor } from '../../lib/payment-page/language.ts';
import { shopOf } from '../../lib/pages/shop.ts';
import { findTenant } from '../../lib/table/tenants/tenants.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { RouteRow } from '../../lib/routes.ts';
import { againQuery, callbackInput, redirectAfter, timesAsked } from '../../lib/wire/checkout.ts';

/** GET and POST /checkout/callback: the customer's browser returns from the provider. */
const callback = openEndpoint('checkout/callback', {
  input: ({ query, body, headers }) => ({
    ...callbackInput(query, body),
    times: timesAsked(query),
    lang: query.lang,
    language: languageFor(query.lang, headers['accept-language']),
  }),
  run: async ({ app, input, caller }) => {
    const { token = '', lang, language } = input;
    const returned = token && (await returnFromForm(app, { ...input, token, tenant: caller?.id }));
    if (!returned && caller) throw new Refusal('checkout_not_found');
    if (!returned) return page(404, unknownPage(language, app.newNonce()));
    const { checkout, end } = returned;
    if (end.is !== 'checking' && end.is !== 'unknown') return redirectTo(redirectAfter(checkout, end));
    const shop = shopOf(await findTenant(app, checkout.tenant));
    const asked = { language, nonce: app.newNonce(), shop };
    if (end.is === 'checking') {
      const again = againQuery(token, end.times, lang);
      return page(202, checkingPage({ ...asked, again, seconds: end.afterSeconds }));
    }
    const back = redirectAfter(checkout, end);
    return page(202, stillUnknownPage({ ...asked, again: againQuery(token, 0, lang), back }));
  },
});

/** A browser that meets a failure of ours may come from a payment or a card form: it asks again by itself. */
export const create = (app: AppOf<RouteRow<'checkout/callback'>>) =>
  withFailurePage(callback(app), ({ queryStringParameters: query = {}, headers, body }, { seconds, again }) =>
    returningPage({
      again: again(
        againQuery(callbackInput(query, body).token ?? '', Math.max(1, timesAsked(query)), query.lang),
      ),
      seconds,
      language: languageFor(query.lang, headers['accept-language']),
      nonce: app.newNonce(),
    }),
  );

export const handler = create(live);
