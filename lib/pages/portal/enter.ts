import { html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { maskedEmail } from '../masked-email.ts';
import { message, type Message } from '../message.ts';
import { customerPage, type Shop } from '../shop.ts';
import { say } from '../say.ts';

/** A good link, and whom it is for. */
export interface EnterView {
  readonly shop: Shop;
  readonly returnUrl: string | undefined;
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
  const { shop } = view;
  const said = {
    title: say('Your subscription', 'Aboneliğiniz'),
    text: say(
      `${shop.name} has made this link for you. With it you can see and manage your subscription; if this is not your address, please close this page.`,
      `Bu bağlantıyı sizin için ${shop.name} oluşturdu. Bununla aboneliğinizi görebilir ve yönetebilirsiniz; bu adres size ait değilse lütfen bu sayfayı kapatın.`,
    ),
  };
  return withButton(
    view,
    said,
    say(`Go on as ${maskedEmail(view.email)}`, `${maskedEmail(view.email)} olarak devam et`),
  );
}

/** The page of a message's link that has become old: its button has a fresh one sent to the same address. */
export function oldLinkPage(view: EnterView): HtmlPage {
  const said = {
    title: say('This link is more than seven days old', 'Bu bağlantı yedi günden eski'),
    text: say(
      `So that nobody else can use an old message, we send a fresh link to ${maskedEmail(view.email)}. If nothing is left to do, no message comes.`,
      `Eski bir iletiyi başkası kullanamasın diye yeni bağlantıyı ${maskedEmail(view.email)} adresine gönderiyoruz. Yapılacak bir şey kalmadıysa ileti gelmez.`,
    ),
  };
  return withButton(view, said, say('Send a fresh link', 'Yeni bağlantı gönder'));
}

/** What a link says, and the button that goes on with it. */
function withButton(view: EnterView, said: Message, label: string): HtmlPage {
  const { action, link, chosen } = view;
  const kept = chosen !== undefined && html`<input type="hidden" name="lang" value="${chosen}">`;
  const go = html`<form method="post" action="${action}"><input type="hidden" name="link" value="${link}">${kept}<button class="primary">${label}</button></form>`;
  return customerPage({ ...view, title: said.title, body: message('info', said, go) });
}
