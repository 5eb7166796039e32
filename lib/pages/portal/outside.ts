import { html } from '../html.ts';
import type { Language } from '../language.ts';
import type { HtmlPage } from '../layout.ts';
import { message, type Message, type Sign } from '../message.ts';
import { customerPage, type Shop } from '../shop.ts';
import { PORTAL_WORDS } from './words.ts';

/** Whose page it is, as far as that is known. */
export interface Outside {
  readonly shop: Shop | undefined;
  readonly returnUrl: string | undefined;
  readonly language: Language;
  readonly nonce: string;
  /** Whether their session goes on, so that they can go back to it. */
  readonly isInside: boolean;
  /** The masked identity of who is signed in. */
  readonly identity?: string | undefined;
  /** The members of its query that a change of language keeps. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Why somebody gets no further. */
export type Outcome = 'expired' | 'freshLink' | 'ended' | 'closed' | 'unknown' | 'staleForm' | 'tooMuch';

const SIGNS: Readonly<Record<Outcome, Sign>> = {
  expired: 'info',
  freshLink: 'good',
  ended: 'info',
  closed: 'good',
  unknown: 'info',
  staleForm: 'info',
  tooMuch: 'info',
};

/** A page for somebody without a session. It tells nothing of a customer, and leads back to the shop where it knows it. */
export function outsidePage(outside: Outside, outcome: Outcome): HtmlPage {
  const words = PORTAL_WORDS[outside.language];
  return inShopsName(outside, SIGNS[outcome], words[outcome]);
}

/** The page in place of one that failed, with the number to name when asking for help. */
export const unavailablePage = (outside: Outside, requestId: string): HtmlPage =>
  inShopsName(outside, 'bad', PORTAL_WORDS[outside.language].unavailable(requestId));

function inShopsName(outside: Outside, sign: Sign, said: Message): HtmlPage {
  const { language, shop, returnUrl, isInside, identity } = outside;
  const { toSubscription, backToShop, signedInAs, askShop } = PORTAL_WORDS[language];
  const back = shop && returnUrl !== undefined && !isInside;
  const further = html`${isInside && html`<a class="button primary" href="/portal/home">${toSubscription}</a>`}${back && html`<a class="button primary" href="${returnUrl}">${backToShop(shop.name)}</a>`}${shop?.brand?.supportEmail && !isInside && html`<a class="button" href="mailto:${shop.brand.supportEmail}">${askShop(shop.brand.supportEmail)}</a>`}`;
  const foot = html`${identity !== undefined && html`<span class="quiet">${signedInAs(identity)}</span>`}`;
  return customerPage({ ...outside, title: said.title, body: message(sign, said, further), foot });
}
