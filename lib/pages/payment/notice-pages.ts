import { html, type Html } from '../html.ts';
import type { Language } from '../language.ts';
import type { HtmlPage } from '../layout.ts';
import { message, type Message } from '../message.ts';
import type { Shop } from '../shop.ts';
import { paymentPage } from './frame.ts';
import { PAYMENT_WORDS } from './words.ts';

/** The page for an unknown token: there is no address to redirect to. */
export function unknownPage(language: Language, nonce: string): HtmlPage {
  const { unknown } = PAYMENT_WORDS[language];
  const body = message('info', unknown, null, html`<p class="prose">${unknown.paidAlready}</p>`);
  return paymentPage({ shop: undefined, language, nonce, title: unknown.title, body });
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
  const { checking, goOn } = PAYMENT_WORDS[waiting.language];
  return waitingPage(checking, goOn, waiting);
}

/**
 * The page of a payment whose outcome is not known after all the checking: its links lead `back` to the shop, which is told
 * so, and to another check.
 */
export function stillUnknownPage(
  asked: Pick<Waiting, 'again' | 'language' | 'nonce' | 'shop'> & { readonly back: string },
): HtmlPage {
  const { again, back, language } = asked;
  const { stillUnknown, backToShop, checkPayment } = PAYMENT_WORDS[language];
  const further = html`<a class="button primary" href="${back}">${backToShop}</a><a class="button" href="${again}">${checkPayment}</a>`;
  return noticePage(asked, stillUnknown.title, message('info', stillUnknown, further));
}

/** The page in place of a return whose form is not known: a payment, or a new card. */
export function returningPage(waiting: Waiting): HtmlPage {
  const { returning, goOn } = PAYMENT_WORDS[waiting.language];
  return waitingPage(returning, goOn, waiting);
}

/** The page in place of one that cannot be shown at the moment. */
export function unavailablePage(waiting: Waiting): HtmlPage {
  const { unavailable, tryAgain } = PAYMENT_WORDS[waiting.language];
  return waitingPage(unavailable, tryAgain, waiting);
}

/** The browser loads it again by itself, or at once by the link with this label; in the end by a link alone. */
function waitingPage(said: Message, goOn: string, asked: Waiting): HtmlPage {
  const { again, seconds, language } = asked;
  const { stopped, tryAgain } = PAYMENT_WORDS[language];
  const isOver = seconds === null;
  const shown = isOver ? stopped : said;
  const further = html`<a class="button primary" href="${again}">${isOver ? tryAgain : goOn}</a>`;
  const body = message(isOver ? 'info' : 'spinner', shown, further);
  const { html: text, headers } = noticePage(asked, shown.title, body);
  return { html: text, headers: isOver ? headers : { ...headers, refresh: `${seconds}; url=${again}` } };
}

/** In another language it asks for the same as when it loads itself again. */
function noticePage(
  { language, nonce, shop, again }: Pick<Waiting, 'language' | 'nonce' | 'shop' | 'again'>,
  title: string,
  body: Html,
): HtmlPage {
  const query = Object.fromEntries(new URLSearchParams(again.slice(again.indexOf('?'))));
  return paymentPage({ shop, language, nonce, title, query, body });
}
