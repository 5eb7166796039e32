import type { Checkout, HostedPage } from '../billing/checkout.ts';
import { payProvider } from '../pay/provider.ts';
import { FORM_SCRIPT } from './form-script.ts';
import type { Shop } from '../pages/shop.ts';
import type { Language } from './language.ts';
import { backLink, escape, framed, type HtmlPage } from './layout.ts';
import { formPolicy } from './policy.ts';
import { summary } from './summary.ts';
import { WORDS } from './translations.ts';
import type { Message, Words } from './words.ts';

/** How long (ms) the provider's form may take before the page reports it as slow. */
const SLOW_AFTER_MS = 10_000;

interface Shown {
  readonly checkout: Checkout;
  readonly page: HostedPage;
  readonly language: Language;
  /** Epoch ms. */
  readonly now: number;
  readonly nonce: string;
  /** Whose brand it bears. */
  readonly shop?: Shop | undefined;
}

/** The page on which a customer pays or enters a new card: a summary and the provider's form. */
export function paymentPage(shown: Shown): HtmlPage {
  const { checkout, page, language, now, nonce } = shown;
  const words = WORDS[language];
  const title = checkout.kind === 'card' ? words.card : words.payment;
  const body = `<section class="summary" aria-labelledby="title">
${summary(checkout, page, now, words)}
</section>
<section class="form" aria-labelledby="form-title">
<h2 id="form-title">${title}</h2>
${returnedNote(checkout, words)}<noscript><p class="notice">${words.needsJavaScript}</p></noscript>
<p id="loading" role="status" hidden><span class="spinner" aria-hidden="true"></span>${words.loading}</p>
${notice('slow', words.slow, words.tryAgain)}
${notice('blocked', words.blocked, words.tryAgain)}
${notice('over', words.over, words.seeResult)}
<div id="place">${payProvider.formPlace}</div>
<p class="quiet">${escape(words.safe(page.shop))}</p>
<p id="until" class="quiet" hidden>${words.openUntil} <time></time></p>
</section>
<script nonce="${nonce}" data-slow-after="${SLOW_AFTER_MS}" data-open-for="${checkout.expiresAt - now}" data-locale="${words.locale}">${FORM_SCRIPT}</script>
${payProvider.formScripts(page.form ?? '', language, nonce)}`;
  return framed(
    {
      language,
      title: `${title} · ${page.shop}`,
      token: checkout.token,
      back: backLink(checkout.callbackUrl, words.backTo(page.shop)),
      layout: 'split',
      body,
      policy: formPolicy(nonce, page.formSources ?? payProvider.usualSources, checkout.callbackUrl),
      shop: shown.shop,
    },
    nonce,
  );
}

/** What a customer reads who has been through the card form, which stays open for another card. */
function returnedNote(checkout: Checkout, words: Words): string {
  const hasReturned = checkout.kind === 'card' && checkout.returnedAt !== null;
  return hasReturned ? `<p class="notice">${escape(words.cardReturned)}</p>\n` : '';
}

/** A hidden notice with a button that reloads the page. */
function notice(id: string, { title, text }: Message, button: string): string {
  return `<div id="${id}" class="notice" role="alert" hidden><h3>${escape(title)}</h3><p>${escape(text)}</p><button type="button" data-reload>${escape(button)}</button></div>`;
}
