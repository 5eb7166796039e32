import { lookUpHostedPage } from '../../lib/checkout/hosted-page.ts';
import { stateWhenShown } from '../../lib/checkout/shown-again.ts';
import type { AppOf } from '../../lib/runtime/app.ts';
import { withFailurePage } from '../../lib/http/browser.ts';
import { languageCookies, languageHints } from '../../lib/http/pages.ts';
import { page } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { inZoneOf } from '../../lib/runtime/zone.ts';
import { LANGUAGE_COOKIE, languageOf, ourLanguage } from '../../lib/pages/language.ts';
import type { HtmlPage } from '../../lib/pages/layout.ts';
import { closedPage } from '../../lib/pages/payment/closed-page.ts';
import { formPage } from '../../lib/pages/payment/form-page.ts';
import { checkingPage, unavailablePage, unknownPage } from '../../lib/pages/payment/notice-pages.ts';
import { inLanguage } from '../../lib/pages/say.ts';
import { shopOf } from '../../lib/pages/shop.ts';
import { findTenant } from '../../lib/table/tenants/tenants.ts';
import { RETURN_READ_INTERVAL_MS, SECOND_MS } from '../../lib/limits.ts';
import { Refusal } from '../../lib/refusal.ts';
import { againQuery, callbackInput, pageQuery, shownQuery } from '../../lib/wire/checkout.ts';
import { returned, part } from '../../lib/route.ts';
import { forTenant } from '../../lib/runtime/for-tenant.ts';

/** GET /checkout/page: our own page for `paymentPageUrl`, if the provider has none. */
export const declared = openEndpoint({
  name: 'checkout/page',
  at: 'GET /checkout/page',
  uses: part(returned, { publicUrl: true }),
  tag: 'Checkout',
  summary: 'Show the payment page',
  description:
    'The page behind `paymentPageUrl`, in Turkish or English as `lang` (`tr`, `en`) or the browser says. While a payment is being checked it says so and has no form (202), likewise once the checkout can no longer be paid (410). The token is the credential; a key pair, if sent, must be that of the checkout’s tenant.',
  asks: { query: shownQuery },
  answers: 'page',
  pages: [202, 404, 410, 500, 503],
  refusals: ['checkout_not_found'],
  input: (parts) => {
    const { chosen, browser } = languageHints(parts, LANGUAGE_COOKIE);
    return {
      ...callbackInput(parts.query, undefined),
      language: languageOf({ link: chosen, browser }),
      cookies: languageCookies(LANGUAGE_COOKIE, ourLanguage(parts.query.lang ?? '')),
    };
  },
  run: async ({ app, input: { token, language, cookies }, caller, now }) => {
    const found =
      token === undefined ? undefined : await lookUpHostedPage(app, token, { now, caller: caller?.id });
    if (caller && !found) throw new Refusal('checkout_not_found');
    const nonce = app.newNonce();
    if (!found)
      return page(
        404,
        inLanguage(language, () => unknownPage(nonce)),
        cookies,
      );
    const { checkout, state, isAsked } = await stateWhenShown(app, found.checkout, now);
    const shop = shopOf(await findTenant(forTenant(app, found.checkout.tenant)));
    const { publicUrl } = app.settings;
    const parts = { checkout, page: found.page, shop, now, nonce, publicUrl };
    const written = (write: () => HtmlPage) => inZoneOf(shop, () => inLanguage(language, write));
    if (state === 'open')
      return page(
        200,
        written(() => formPage(parts)),
        cookies,
      );
    if (state !== 'checking')
      return page(
        410,
        written(() => closedPage({ ...parts, state })),
        cookies,
      );
    const again = isAsked
      ? `page${pageQuery(checkout.token, language)}`
      : `callback${againQuery(checkout.token, 1, language)}`;
    const seconds = RETURN_READ_INTERVAL_MS / SECOND_MS;
    return page(
      202,
      written(() => checkingPage({ again, seconds, nonce, shop })),
      cookies,
    );
  },
});

/** A browser that meets a failure of ours asks for the same page again by itself. */
export const create = (app: AppOf<typeof declared.route>) =>
  withFailurePage(
    declared.create(app),
    ({ rawQueryString, queryStringParameters: query = {}, headers }, { seconds, again }) =>
      inLanguage(languageOf({ link: query.lang, browser: headers['accept-language'] }), () =>
        unavailablePage({ again: again(rawQueryString), seconds, nonce: app.newNonce() }),
      ),
  );

export const handler = create(live);
