import { html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { message, type Message, type Sign } from '../message.ts';
import { backToShop, customerPage, type Shop } from '../shop.ts';
import { say } from '../say.ts';
import { signedInAsSaid, toSubscriptionSaid } from './view.ts';

/** Whose page it is, as far as that is known. */
export interface Outside {
  readonly shop: Shop | undefined;
  readonly returnUrl: string | undefined;
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
  return inShopsName(outside, SIGNS[outcome], outcomeSaid(outcome));
}

/** The page in place of one that failed, with the number to name when asking for help. */
export const unavailablePage = (outside: Outside, requestId: string): HtmlPage =>
  inShopsName(outside, 'bad', unavailableSaid(requestId));

function inShopsName(outside: Outside, sign: Sign, said: Message): HtmlPage {
  const { shop, returnUrl, isInside, identity } = outside;
  const back = shop && returnUrl !== undefined && !isInside;
  const further = html`${isInside && html`<a class="button primary" href="/portal/home">${toSubscriptionSaid()}</a>`}${back && html`<a class="button primary" href="${returnUrl}">${backToShop(shop.name)}</a>`}${shop?.brand?.supportEmail && !isInside && html`<a class="button" href="mailto:${shop.brand.supportEmail}">${say(`Write to ${shop.brand.supportEmail}`, `${shop.brand.supportEmail} adresine yazın`)}</a>`}`;
  const foot = html`${identity !== undefined && html`<span class="quiet">${signedInAsSaid(identity)}</span>`}`;
  return customerPage({ ...outside, title: said.title, body: message(sign, said, further), foot });
}

/** Why somebody gets no further. */
export const outcomeSaid = (outcome: Outcome): Message =>
  ({
    expired: {
      title: say('This link has expired', 'Bu bağlantının süresi doldu'),
      text: say(
        'For your safety a link works once and for a short time. Nothing about your subscription has changed. For a new one, open your account on the shop’s site.',
        'Güvenliğiniz için bir bağlantı bir kez ve kısa süre çalışır. Aboneliğinizde hiçbir şey değişmedi. Yenisi için mağazanın sitesinde hesabınızı açın.',
      ),
    },
    freshLink: {
      title: say('A fresh link is on its way', 'Yeni bağlantı yolda'),
      text: say(
        'It arrives within a few minutes at the address of the first message, if there is still something to do. You can close this page.',
        'Hâlâ yapılacak bir şey varsa birkaç dakika içinde ilk iletinin geldiği adrese ulaşır. Bu sayfayı kapatabilirsiniz.',
      ),
    },
    ended: {
      title: say('You have been signed out', 'Oturumunuz kapandı'),
      text: say(
        'For your safety this page closes after half an hour. What you did before is done; nothing else has changed. To come back, open your account on the shop’s site.',
        'Güvenliğiniz için bu sayfa yarım saat sonra kapanır. Daha önce yaptıklarınız geçerlidir; başka hiçbir şey değişmedi. Yeniden girmek için mağazanın sitesinde hesabınızı açın.',
      ),
    },
    closed: {
      title: say('This page is closed', 'Bu sayfa kapandı'),
      text: say(
        'Nobody can see your subscription on this device any more.',
        'Bu cihazda artık kimse aboneliğinizi göremez.',
      ),
    },
    unknown: {
      title: say('We do not know this page', 'Burada bir şey yok'),
      text: say(
        'The address is incomplete or too old. Nothing has changed. You can find your subscription in your account on the site where you subscribed.',
        'Adres eksik ya da çok eski. Hiçbir şey değişmedi. Aboneliğinize, abone olduğunuz sitedeki hesabınızdan ulaşabilirsiniz.',
      ),
    },
    staleForm: {
      title: say('Please do that again', 'Lütfen yeniden yapın'),
      text: say(
        'This form was made before you signed in again. Nothing has changed and nothing was charged.',
        'Bu form, yeniden giriş yapmanızdan önce hazırlanmıştı. Hiçbir şey değişmedi ve ücret alınmadı.',
      ),
    },
    tooMuch: {
      title: say('Please wait a minute', 'Lütfen bir dakika bekleyin'),
      text: say(
        'There were too many requests in a short time. Nothing has changed.',
        'Kısa sürede çok sayıda istek geldi. Hiçbir şey değişmedi.',
      ),
    },
  })[outcome];

/** What failed here or at the payment provider. */
export const unavailableSaid = (requestId: string) => ({
  title: say('That did not work just now', 'Bu şu anda yapılamadı'),
  text: say(
    `The payment provider or this service cannot be reached. Nothing was charged. Please try again in a few minutes. If you ask for help, quote this number: ${requestId}`,
    `Ödeme kuruluşuna ya da bu hizmete ulaşılamıyor. Hiçbir ücret alınmadı. Lütfen birkaç dakika sonra yeniden deneyin. Yardım isterseniz şu numarayı söyleyin: ${requestId}`,
  ),
});
