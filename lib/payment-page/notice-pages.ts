import type { Shop } from '../pages/shop.ts';
import type { Language } from './language.ts';
import { escape, framed, type HtmlPage } from './layout.ts';
import { textPolicy } from './policy.ts';
import { WORDS } from './translations.ts';
import type { Message } from './words.ts';

/** The page for an unknown token: there is no address to redirect to. */
export function unknownPage(language: Language, nonce: string): HtmlPage {
  const { title, text, paidAlready } = WORDS[language].unknown;
  const body = `<span class="mark open" aria-hidden="true"></span>
<h1 id="title">${escape(title)}</h1>
<p>${escape(text)}</p>
<p>${escape(paidAlready)}</p>`;
  return noticePage(language, title, body, nonce);
}

/** What a page that loads itself again needs: after so many seconds, with `again` as its query; null: no longer by itself. */
interface Waiting {
  readonly again: string;
  readonly seconds: number | null;
  readonly language: Language;
  readonly nonce: string;
  /** Whose payment it is, where that is known. */
  readonly shop?: Shop | undefined;
}

/** The page while the outcome of a payment is not known yet. */
export function checkingPage(waiting: Waiting): HtmlPage {
  const { checking, goOn } = WORDS[waiting.language];
  return waitingPage(checking, goOn, waiting);
}

/**
 * The page of a payment whose outcome is not known after all the checking: its links lead `back` to the shop, which is told
 * so, and to another check.
 */
export function stillUnknownPage(
  asked: Pick<Waiting, 'again' | 'language' | 'nonce' | 'shop'> & { readonly back: string },
): HtmlPage {
  const { again, back, language, nonce } = asked;
  const { stillUnknown, backToShop, checkPayment } = WORDS[language];
  const body = `<span class="mark open" aria-hidden="true"></span>
<h1 id="title">${escape(stillUnknown.title)}</h1>
<p>${escape(stillUnknown.text)}</p>
<a class="button" href="${escape(back)}">${escape(backToShop)}</a>
<p><a href="${escape(again)}">${escape(checkPayment)}</a></p>`;
  return noticePage(language, stillUnknown.title, body, nonce, asked.shop);
}

/** The page in place of a return whose form is not known: a payment, or a new card. */
export function returningPage(waiting: Waiting): HtmlPage {
  const { returning, goOn } = WORDS[waiting.language];
  return waitingPage(returning, goOn, waiting);
}

/** The page in place of one that cannot be shown at the moment. */
export function unavailablePage(waiting: Waiting): HtmlPage {
  const { unavailable, tryAgain } = WORDS[waiting.language];
  return waitingPage(unavailable, tryAgain, waiting);
}

/** The browser loads it again by itself, or at once by the link with this label; in the end by a link alone. */
function waitingPage(message: Message, goOn: string, asked: Waiting): HtmlPage {
  const { again, seconds, language, nonce } = asked;
  const { stopped, tryAgain } = WORDS[language];
  const isOver = seconds === null;
  const { title, text } = isOver ? stopped : message;
  const label = isOver ? tryAgain : goOn;
  const body = `<span class="${isOver ? 'mark open' : 'spinner'}" aria-hidden="true"></span>
<h1 id="title">${escape(title)}</h1>
<p>${escape(text)}</p>
<a class="button" href="${escape(again)}">${escape(label)}</a>`;
  const { html, headers } = noticePage(language, title, body, nonce, asked.shop);
  return { html, headers: isOver ? headers : { ...headers, refresh: `${seconds}; url=${again}` } };
}

function noticePage(language: Language, title: string, inside: string, nonce: string, shop?: Shop): HtmlPage {
  const name = shop ? `<p class="shop">${escape(shop.name)}</p>\n` : '';
  const body = `<section class="message" aria-labelledby="title">\n${name}${inside}\n</section>`;
  const named = shop ? `${title} · ${shop.name}` : title;
  const frame = {
    language,
    title: named,
    back: '',
    layout: 'card',
    body,
    policy: textPolicy(nonce),
  } as const;
  return framed({ ...frame, token: undefined, shop }, nonce);
}
