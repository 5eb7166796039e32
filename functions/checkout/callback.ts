import type { AppOf } from '../../lib/runtime/app.ts';
import type { UnknownReason } from '../../lib/billing/payment-knowledge.ts';
import { returnFromForm, type ReturnResult } from '../../lib/checkout/return-from-form.ts';
import { withFailurePage } from '../../lib/http/browser.ts';
import { languageHints } from '../../lib/http/pages.ts';
import { page, redirectTo } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { LANGUAGE_COOKIE, languageOf } from '../../lib/pages/language.ts';
import {
  checkingPage,
  returningPage,
  stillUnknownPage,
  unknownPage,
} from '../../lib/pages/payment/notice-pages.ts';
import { shopOf } from '../../lib/pages/shop.ts';
import { findTenant } from '../../lib/table/tenants/tenants.ts';
import { Refusal } from '../../lib/refusal.ts';
import { returned } from '../../lib/route.ts';
import { PROVIDER_REFUSALS } from '../../lib/http/may-refuse.ts';
import {
  againQuery,
  callbackInput,
  redirectAfter,
  returnQuery,
  timesAsked,
} from '../../lib/wire/checkout.ts';
import { inLanguage, say } from '../../lib/pages/say.ts';
import { forTenant } from '../../lib/runtime/for-tenant.ts';

/** GET and POST /checkout/callback: the customer's browser returns from the provider. */
export const declared = openEndpoint({
  name: 'checkout/callback',
  at: 'GET|POST /checkout/callback',
  uses: returned,
  tag: 'Checkout',
  summary: "Come back from the payment provider's form",
  description:
    "The customer's browser is sent here by the payment provider, by GET or by POST with a form, and on to the `callbackUrl` of the checkout (303). Of one token the payment provider is asked at most once in three seconds; until it is known what became of the payment, the browser gets a page that comes back by itself (202), and after five minutes one that says so and leads to the `callbackUrl` with `errorCode=payment_outcome_unknown`. An `errorMessage` of ours is in the customer’s language. The token is the credential; a key pair, if sent, must be that of the checkout's tenant.",
  asks: { query: returnQuery },
  answers: 'redirect',
  pages: [404, 500, 502, 503, 504],
  refusals: ['checkout_not_found', ...PROVIDER_REFUSALS, 'concurrent_change'],
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
    const written = <T>(write: () => T) => inLanguage(language, write);
    const returned = token && (await returnFromForm(app, { ...input, token, tenant: caller?.id }));
    if (!returned && caller) throw new Refusal('checkout_not_found');
    if (!returned)
      return page(
        404,
        written(() => unknownPage(app.newNonce())),
      );
    const { checkout, end } = returned;
    if (end.is !== 'checking' && end.is !== 'unknown')
      return redirectTo(
        redirectAfter(
          checkout,
          written(() => inWords(end)),
        ),
      );
    const shop = shopOf(await findTenant(forTenant(app, checkout.tenant)));
    const asked = { nonce: app.newNonce(), shop };
    if (end.is === 'checking') {
      const again = againQuery(token, end.times, lang);
      return page(
        202,
        written(() => checkingPage({ ...asked, again, seconds: end.afterSeconds })),
      );
    }
    const back = redirectAfter(
      checkout,
      written(() => inWords(end)),
    );
    const again = againQuery(token, 0, lang);
    return page(
      202,
      written(() => stillUnknownPage({ ...asked, again, back })),
    );
  },
});

/** Why it is not known whether a payment went through. */
const unknownSaid = (why: UnknownReason): string =>
  ({
    noAnswer: say(
      'The payment provider did not answer in time. The outcome is unknown and is being looked up; do not pay again.',
      'Ödeme kuruluşu zamanında yanıt vermedi. Ödemenin sonucu bilinmiyor ve araştırılıyor; yeniden ödemeyin.',
    ),
    notYet: say(
      'It is not known yet whether the payment went through. It is being looked up; do not pay again.',
      'Ödemenin alınıp alınmadığı henüz bilinmiyor. Sonuç araştırılıyor; yeniden ödemeyin.',
    ),
    noAccount: say(
      'The shop has no working account at the payment provider at the moment, so it is not known yet whether the payment went through. It will be looked up; do not pay again.',
      'Mağazanın ödeme kuruluşundaki hesabı şu anda çalışmıyor; bu yüzden ödemenin alınıp alınmadığı henüz bilinmiyor. Sonuç araştırılacak; yeniden ödemeyin.',
    ),
  })[why];

/** What the shop is told; where it is ours to say, in the customer's language. */
function inWords(end: Exclude<ReturnResult, { is: 'checking' }>) {
  switch (end.is) {
    case 'expired':
      return {
        is: 'failed',
        code: 'form_expired',
        message: say('The form has expired.', 'Formun süresi doldu.'),
      } as const;
    case 'unknown':
      return { is: 'failed', code: 'payment_outcome_unknown', message: unknownSaid(end.why) } as const;
    case 'failed':
      return { ...end, message: end.message || say('The payment was not completed.', 'Ödeme tamamlanmadı.') };
    default:
      return end;
  }
}

/** A browser that meets a failure of ours may come from a payment or a card form: it asks again by itself. */
export const create = (app: AppOf<typeof declared.route>) =>
  withFailurePage(
    declared.create(app),
    ({ queryStringParameters: query = {}, headers, body }, { seconds, again }) =>
      inLanguage(languageOf({ link: query.lang, browser: headers['accept-language'] }), () =>
        returningPage({
          again: again(
            againQuery(callbackInput(query, body).token ?? '', Math.max(1, timesAsked(query)), query.lang),
          ),
          seconds,
          nonce: app.newNonce(),
        }),
      ),
  );

export const handler = create(live);
