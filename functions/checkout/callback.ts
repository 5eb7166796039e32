import type { AppOf } from '../../lib/runtime/app.ts';
import { returnFromForm, type ReturnResult } from '../../lib/checkout/return-from-form.ts';
import { withFailurePage } from '../../lib/http/browser.ts';
import { languageHints } from '../../lib/http/pages.ts';
import { page, redirectTo } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { LANGUAGE_COOKIE, languageOf, type Language } from '../../lib/pages/language.ts';
import {
  checkingPage,
  returningPage,
  stillUnknownPage,
  unknownPage,
} from '../../lib/pages/payment/notice-pages.ts';
import { PAYMENT_WORDS } from '../../lib/pages/payment/words.ts';
import { shopOf } from '../../lib/pages/shop.ts';
import { findTenant } from '../../lib/table/tenants/tenants.ts';
import { Refusal } from '../../lib/refusal.ts';
import { checkoutCallback } from '../../lib/rows.ts';
import { againQuery, callbackInput, redirectAfter, timesAsked } from '../../lib/wire/checkout.ts';

/** GET and POST /checkout/callback: the customer's browser returns from the provider. */
const callback = openEndpoint(checkoutCallback, {
  input: (parts) => {
    const { chosen, browser } = languageHints(parts, LANGUAGE_COOKIE);
    return {
      ...callbackInput(parts.query, parts.body),
      times: timesAsked(parts.query),
      lang: parts.query.lang,
      language: languageOf({ link: chosen, browser }),
    };
  },
  run: async ({ app, input, caller }) => {
    const { token = '', lang, language } = input;
    const returned = token && (await returnFromForm(app, { ...input, token, tenant: caller?.id }));
    if (!returned && caller) throw new Refusal('checkout_not_found');
    if (!returned) return page(404, unknownPage(language, app.newNonce()));
    const { checkout, end } = returned;
    if (end.is !== 'checking' && end.is !== 'unknown')
      return redirectTo(redirectAfter(checkout, inWords(end, language)));
    const shop = shopOf(await findTenant(app, checkout.tenant));
    const asked = { language, nonce: app.newNonce(), shop };
    if (end.is === 'checking') {
      const again = againQuery(token, end.times, lang);
      return page(202, checkingPage({ ...asked, again, seconds: end.afterSeconds }));
    }
    const back = redirectAfter(checkout, inWords(end, language));
    return page(202, stillUnknownPage({ ...asked, again: againQuery(token, 0, lang), back }));
  },
});

/** What the shop is told; where it is ours to say, in the customer's language. */
function inWords(end: Exclude<ReturnResult, { is: 'checking' }>, language: Language) {
  const { told } = PAYMENT_WORDS[language];
  switch (end.is) {
    case 'expired':
      return { is: 'failed', code: 'form_expired', message: told.formExpired } as const;
    case 'unknown':
      return { is: 'failed', code: 'payment_outcome_unknown', message: told[end.why] } as const;
    case 'failed':
      return { ...end, message: end.message || told.notCompleted };
    default:
      return end;
  }
}

/** A browser that meets a failure of ours may come from a payment or a card form: it asks again by itself. */
export const create = (app: AppOf<typeof checkoutCallback>) =>
  withFailurePage(callback(app), ({ queryStringParameters: query = {}, headers, body }, { seconds, again }) =>
    returningPage({
      again: again(
        againQuery(callbackInput(query, body).token ?? '', Math.max(1, timesAsked(query)), query.lang),
      ),
      seconds,
      language: languageOf({ link: query.lang, browser: headers['accept-language'] }),
      nonce: app.newNonce(),
    }),
  );

export const handler = create(live);
