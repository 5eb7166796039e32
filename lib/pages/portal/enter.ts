import { html } from '../html.ts';
import type { Language } from '../language.ts';
import type { HtmlPage } from '../layout.ts';
import { maskedEmail } from '../masked-email.ts';
import { message } from '../message.ts';
import { customerPage, type Shop } from '../shop.ts';
import { PORTAL_WORDS } from './words.ts';

/** A good link, and whom it is for. */
export interface EnterView {
  readonly shop: Shop;
  readonly returnUrl: string;
  readonly language: Language;
  readonly nonce: string;
  readonly query: Readonly<Record<string, string>>;
  /** The secret of the link. */
  readonly link: string;
  /** The language that was chosen on this page. */
  readonly chosen: string | undefined;
  readonly email: string;
}

/** The page that a link opens: the shop, the masked identity, and the button that uses the link up. */
export function enterPage(view: EnterView): HtmlPage {
  const { language, link, chosen, shop } = view;
  const { enter } = PORTAL_WORDS[language];
  const said = { title: enter.title, text: enter.text(shop.name) };
  const kept = chosen !== undefined && html`<input type="hidden" name="lang" value="${chosen}">`;
  const go = html`<form method="post" action="/portal/enter"><input type="hidden" name="link" value="${link}">${kept}<button class="primary">${enter.goOn(maskedEmail(view.email))}</button></form>`;
  return customerPage({ ...view, title: said.title, body: message('info', said, go) });
}
