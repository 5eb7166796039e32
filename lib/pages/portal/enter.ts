import { html } from '../html.ts';
import type { Language } from '../language.ts';
import type { HtmlPage } from '../layout.ts';
import { maskedEmail } from '../masked-email.ts';
import { message, type Message } from '../message.ts';
import { customerPage, type Shop } from '../shop.ts';
import { PORTAL_WORDS } from './words.ts';

/** A good link, and whom it is for. */
export interface EnterView {
  readonly shop: Shop;
  readonly returnUrl: string | undefined;
  readonly language: Language;
  readonly nonce: string;
  readonly query: Readonly<Record<string, string>>;
  /** Where its button leads. */
  readonly action: '/portal/enter' | '/portal/message';
  /** The secret of the link. */
  readonly link: string;
  /** The language that was chosen on this page. */
  readonly chosen: string | undefined;
  readonly email: string;
}

/** The page that a link opens: the shop, the masked identity, and the button that uses the link up. */
export function enterPage(view: EnterView): HtmlPage {
  const { language, shop } = view;
  const { enter } = PORTAL_WORDS[language];
  const said = { title: enter.title, text: enter.text(shop.name) };
  return withButton(view, said, enter.goOn(maskedEmail(view.email)));
}

/** The page of a message's link that has become old: its button has a fresh one sent to the same address. */
export function oldLinkPage(view: EnterView): HtmlPage {
  const { oldLink } = PORTAL_WORDS[view.language];
  const said = { title: oldLink.title, text: oldLink.text(maskedEmail(view.email)) };
  return withButton(view, said, oldLink.ask);
}

/** What a link says, and the button that goes on with it. */
function withButton(view: EnterView, said: Message, label: string): HtmlPage {
  const { action, link, chosen } = view;
  const kept = chosen !== undefined && html`<input type="hidden" name="lang" value="${chosen}">`;
  const go = html`<form method="post" action="${action}"><input type="hidden" name="link" value="${link}">${kept}<button class="primary">${label}</button></form>`;
  return customerPage({ ...view, title: said.title, body: message('info', said, go) });
}
