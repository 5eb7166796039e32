import type { Checkout } from '../../billing/checkout.ts';
import { payProvider } from '../../pay/provider.ts';
import { html, trusted, type Html } from '../html.ts';
import { LANGUAGE } from '../language.ts';
import type { HtmlPage } from '../layout.ts';
import type { Message } from '../message.ts';
import { formPolicy, PAYMENT_HEADERS } from '../policy.ts';
import { FORM_SCRIPT } from './form-script.ts';
import { paymentPage, type ShownCheckoutPage } from './frame.ts';
import { summary } from './summary.ts';
import { trailOf, wayBack } from './way-back.ts';
import type { PaymentWords } from './wording.ts';
import { PAYMENT_WORDS } from './words.ts';

/** How long (ms) the provider's form may take before the page reports it as slow. */
const SLOW_AFTER_MS = 10_000;

/** The page on which a customer pays or enters a new card: a summary and the provider's form. */
export function formPage(shown: ShownCheckoutPage): HtmlPage {
  const { checkout, page, language, nonce, shop, publicUrl } = shown;
  const words = PAYMENT_WORDS[language];
  const title = checkout.kind === 'card' ? words.card : words.payment;
  const body = html`<section class="lead full band stack" aria-labelledby="title">
${trailOf(wayBack(checkout, publicUrl), words, shop.name)}
${summary(shown, words)}
</section>
<section class="sheet stack" aria-labelledby="form-title">
<h2 id="form-title">${title}</h2>
${returnedNote(checkout, words)}<noscript><p class="notice warm">${words.needsJavaScript}</p></noscript>
<p id="loading" role="status" hidden><span class="spinner" aria-hidden="true"></span>${words.loading}</p>
${notice('slow', words.slow, words.tryAgain)}
${notice('blocked', words.blocked, words.tryAgain)}
${notice('over', words.over, words.seeResult)}
<div id="place">${trusted(payProvider.formPlace)}</div>
<p class="quiet small">${words.safe(shop.name)}</p>
<p id="until" class="quiet small" hidden>${words.openUntil} <time></time></p>
</section>
${scriptsOf(shown)}`;
  const { html: text, headers } = paymentPage({
    shop,
    language,
    nonce,
    title,
    query: { token: checkout.token },
    layout: 'split',
    body,
    policy: formPolicy(nonce, page.formSources ?? payProvider.usualSources, checkout.callbackUrl),
  });
  return { html: text, headers: { ...headers, ...PAYMENT_HEADERS } };
}

/** Our own script, and the provider's form. */
function scriptsOf({ checkout, page, language, now, nonce }: ShownCheckoutPage): Html {
  const form = trusted(payProvider.formScripts(page.form ?? '', language, nonce));
  return html`<script nonce="${nonce}" data-slow-after="${SLOW_AFTER_MS}" data-open-for="${checkout.expiresAt - now}" data-locale="${LANGUAGE[language].locale}">${trusted(FORM_SCRIPT)}</script>
${form}`;
}

/** What a customer reads who has been through the card form, which stays open for another card. */
function returnedNote(checkout: Checkout, words: PaymentWords): Html | false {
  const hasReturned = checkout.kind === 'card' && checkout.returnedAt !== null;
  return hasReturned && html`<p class="notice good">${words.cardReturned}</p>\n`;
}

/** A hidden notice with a button that reloads the page. */
const notice = (id: string, { title, text }: Message, button: string): Html =>
  html`<div id="${id}" class="notice warm" role="alert" hidden><h3>${title}</h3><p>${text}</p><div><button type="button" class="primary" data-reload>${button}</button></div></div>`;
