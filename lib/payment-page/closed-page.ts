import type { CheckoutPageState } from '../billing/checkout-page-state.ts';
import type { Checkout, HostedPage } from '../billing/checkout.ts';
import type { Shop } from '../pages/shop.ts';
import type { Language } from './language.ts';
import { backLink, escape, framed, type HtmlPage } from './layout.ts';
import { textPolicy } from './policy.ts';
import { displayedTerms } from './terms.ts';
import { WORDS } from './translations.ts';
import type { Message, Words } from './words.ts';

type Closed = Exclude<CheckoutPageState, 'open' | 'checking'>;

interface Shown {
  readonly checkout: Checkout;
  readonly page: HostedPage;
  readonly state: Closed;
  readonly language: Language;
  /** Epoch ms. */
  readonly now: number;
  readonly nonce: string;
  /** Whose brand it bears. */
  readonly shop?: Shop | undefined;
}

/** The mark above the message. */
const MARKS: Readonly<Record<Closed, 'good' | 'bad' | 'open'>> = {
  paid: 'good',
  refused: 'bad',
  failed: 'bad',
  unpaid: 'open',
  unsettled: 'open',
  cardOver: 'open',
};

/**
 * The page of a checkout that can no longer be paid: what happened, as far as we know, and the way back to the shop. It
 * never asks for a new payment. If the shop must be told of the result, its link leads to the callback, which settles it and
 * redirects to the shop.
 */
export function closedPage({ checkout, page, state, language, now, nonce, shop }: Shown): HtmlPage {
  const words = WORDS[language];
  const { title, text } = messageOf(state, page, words);
  const next = nextLink(state, checkout, page, words);
  const body = `<section class="message" aria-labelledby="title">
<span class="mark ${MARKS[state]}" aria-hidden="true"></span>
<p class="shop">${escape(page.shop)}</p>
<h1 id="title">${escape(title)}</h1>
<p>${escape(text)}</p>
${bankAnswer(state, checkout, words)}
${planLine(page, now, words)}
<a class="button" href="${escape(next.address)}">${escape(next.label)}</a>
</section>`;
  return framed(
    {
      language,
      title: `${title} · ${page.shop}`,
      token: checkout.token,
      back: next.back,
      layout: 'card',
      body,
      policy: textPolicy(nonce),
      shop,
    },
    nonce,
  );
}

function messageOf(state: Closed, { shop, plan }: HostedPage, words: Words): Message {
  switch (state) {
    case 'paid':
      return plan && plan.trialDays > 0 ? words.trialBegun : words.paid;
    case 'refused':
      return words.refused(shop);
    case 'failed':
      return words.failed(shop);
    case 'unpaid':
      return words.unpaid(shop);
    case 'unsettled':
      return words.unsettled;
    case 'cardOver':
      return words.cardOver(shop);
  }
}

/** The bank's message, which is in Turkish whatever the page's language. */
function bankAnswer(state: Closed, { errorMessage }: Checkout, words: Words): string {
  if (state !== 'refused' || !errorMessage) return '';
  return `<p class="quiet">${escape(words.bankMessage)}: <q lang="tr">${escape(errorMessage)}</q></p>`;
}

interface NextLink {
  readonly address: string;
  readonly label: string;
  /** The second link, HTML; empty if the first already leads to the shop. */
  readonly back: string;
}

function nextLink(
  state: Closed,
  { token, callbackUrl }: Checkout,
  { shop }: HostedPage,
  words: Words,
): NextLink {
  const callback = `callback?token=${encodeURIComponent(token)}`;
  const back = backLink(callbackUrl, words.backTo(shop));
  if (state === 'paid') return { address: callback, label: words.continueTo(shop), back: '' };
  if (state === 'failed') return { address: callback, label: words.backTo(shop), back: '' };
  if (state === 'unsettled') return { address: callback, label: words.checkPayment, back };
  return { address: new URL(callbackUrl).origin, label: words.backTo(shop), back: '' };
}

function planLine({ plan }: HostedPage, now: number, words: Words): string {
  if (!plan) return '';
  const { amount, every } = displayedTerms(plan, now, words);
  return `<p>${escape(`${plan.name} · ${words.price(amount, every).join(' ')}`)}</p>`;
}
