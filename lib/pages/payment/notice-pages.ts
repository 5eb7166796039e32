import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { message, type Message } from '../message.ts';
import type { Shop } from '../shop.ts';
import { paymentPage } from './frame.ts';
import { say } from '../say.ts';

/** The page for an unknown token: there is no address to redirect to. */
export function unknownPage(nonce: string): HtmlPage {
  const said = {
    title: say('We do not know this page', 'Bu sayfa bulunamadı'),
    text: say(
      'The address is incomplete or too old. Opening it charged nothing.',
      'Adres eksik ya da çok eski. Bu sayfayı açmakla sizden ücret alınmadı.',
    ),
  };
  const paidAlready = say(
    'If you have already paid, your payment is not lost: the shop can see it. Ask there before you pay again.',
    'Daha önce ödeme yaptıysanız ödemeniz kaybolmadı: mağaza bunu görebilir. Yeniden ödemeden önce mağazaya sorun.',
  );
  const body = message('info', said, null, html`<p class="prose">${paidAlready}</p>`);
  return paymentPage({ shop: undefined, nonce, title: said.title, body });
}

/** What a page that loads itself again needs: after so many seconds, with `again` as its query; null: no longer by itself. */
interface Waiting {
  readonly again: string;
  readonly seconds: number | null;
  readonly nonce: string;
  /** Whose payment it is, where that is known. */
  readonly shop?: Shop | undefined;
}

/** The page while the outcome of a payment is not known yet. */
export function checkingPage(waiting: Waiting): HtmlPage {
  const checking = {
    title: say('Your payment is being checked', 'Ödemeniz kontrol ediliyor'),
    text: say(
      'Do not pay again. Keep this page open: it continues by itself, usually within seconds.',
      'Yeniden ödemeyin. Sayfayı açık bırakın: çoğunlukla birkaç saniye içinde kendiliğinden devam eder.',
    ),
  };
  return waitingPage(checking, say('Continue now', 'Şimdi devam et'), waiting);
}

/**
 * The page of a payment whose outcome is not known after all the checking: its links lead `back` to the shop, which is told
 * so, and to another check.
 */
export function stillUnknownPage(
  asked: Pick<Waiting, 'again' | 'nonce' | 'shop'> & { readonly back: string },
): HtmlPage {
  const { again, back } = asked;
  const stillUnknown = {
    title: say(
      'We do not know yet whether your payment went through',
      'Ödemenizin alınıp alınmadığı henüz bilinmiyor',
    ),
    text: say(
      'The payment provider has not told us yet. Do not pay again: we keep checking, and the shop will know as soon as we do.',
      'Ödeme kuruluşu bunu henüz bildirmedi. Yeniden ödemeyin: ödemeniz araştırılıyor ve burada beklemeniz gerekmiyor; mağaza sonucu hemen öğrenecek.',
    ),
  };
  const further = html`<a class="button primary" href="${back}">${say('Back to the shop', 'Mağazaya dön')}</a><a class="button" href="${again}">${say('Check my payment', 'Ödememi kontrol et')}</a>`;
  return noticePage(asked, stillUnknown.title, message('info', stillUnknown, further));
}

/** The page in place of a return whose form is not known: a payment, or a new card. */
export function returningPage(waiting: Waiting): HtmlPage {
  const returning = {
    title: say('We are checking what you sent', 'Gönderdikleriniz kontrol ediliyor'),
    text: say(
      'This may take a minute. Keep this page open: it continues by itself.',
      'Bu bir dakika sürebilir. Sayfayı açık bırakın: kendiliğinden devam eder.',
    ),
  };
  return waitingPage(returning, say('Continue now', 'Şimdi devam et'), waiting);
}

/** The page in place of one that cannot be shown at the moment. */
export function unavailablePage(waiting: Waiting): HtmlPage {
  const unavailable = {
    title: say('This page is not available right now', 'Bu sayfa şu anda gösterilemiyor'),
    text: say(
      'It will reload by itself within a minute. Opening it charged nothing.',
      'Bir dakika içinde kendiliğinden yeniden yüklenir. Bu sayfayı açmakla sizden ücret alınmadı.',
    ),
  };
  return waitingPage(unavailable, say('Try again', 'Yeniden dene'), waiting);
}

/** The browser loads it again by itself, or at once by the link with this label; in the end by a link alone. */
function waitingPage(said: Message, goOn: string, asked: Waiting): HtmlPage {
  const { again, seconds } = asked;
  const stopped = {
    title: say('This page is not available right now', 'Bu sayfa şu anda gösterilemiyor'),
    text: say(
      'It no longer reloads by itself. If you have paid or sent a card, nothing is lost: the shop will see it. Go back to the shop, and ask there before you pay again.',
      'Artık kendiliğinden yüklenmiyor. Ödeme yaptıysanız ya da kart gönderdiyseniz hiçbir şey kaybolmadı: mağaza bunu görecek. Mağazaya dönün ve yeniden ödemeden önce orada sorun.',
    ),
  };
  const isOver = seconds === null;
  const shown = isOver ? stopped : said;
  const further = html`<a class="button primary" href="${again}">${isOver ? say('Try again', 'Yeniden dene') : goOn}</a>`;
  const body = message(isOver ? 'info' : 'spinner', shown, further);
  const { html: text, headers } = noticePage(asked, shown.title, body);
  return { html: text, headers: isOver ? headers : { ...headers, refresh: `${seconds}; url=${again}` } };
}

/** In another language it asks for the same as when it loads itself again. */
function noticePage(
  { nonce, shop, again }: Pick<Waiting, 'nonce' | 'shop' | 'again'>,
  title: string,
  body: Html,
): HtmlPage {
  const query = Object.fromEntries(new URLSearchParams(again.slice(again.indexOf('?'))));
  return paymentPage({ shop, nonce, title, query, body });
}
