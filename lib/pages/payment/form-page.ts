import type { Checkout } from '../../billing/checkout.ts';
import { payProvider } from '../../pay/provider.ts';
import { html, trusted, type Html } from '../html.ts';
import { LANGUAGE } from '../language.ts';
import type { HtmlPage } from '../layout.ts';
import type { Message } from '../message.ts';
import { formPolicy, PAYMENT_HEADERS } from '../policy.ts';
import { FORM_SCRIPT } from './form-script.ts';
import { paymentPage, type ShownCheckoutPage } from './frame.ts';
import { summary } from './summary.ts';
import { trailOf, wayBack } from './way-back.ts';
import { language, say } from '../say.ts';

/** How long (ms) the provider's form may take before the page reports it as slow. */
const SLOW_AFTER_MS = 10_000;

/** The page on which a customer pays or enters a new card: a summary and the provider's form. */
export function formPage(shown: ShownCheckoutPage): HtmlPage {
  const { checkout, page, nonce, shop, publicUrl } = shown;
  const title =
    checkout.kind === 'card'
      ? say('Card details', 'Kart bilgileri')
      : say('Payment details', 'Ödeme bilgileri');
  const body = html`<section class="lead full band stack" aria-labelledby="title">
${trailOf(wayBack(checkout, publicUrl), shop.name)}
${summary(shown)}
</section>
<section class="sheet stack" aria-labelledby="form-title">
<h2 id="form-title">${title}</h2>
${returnedNote(checkout)}<noscript><p class="notice warm">${say('The payment form needs JavaScript. Switch it on for this page and load it again.', 'Ödeme formu için JavaScript gerekir. Bu sayfa için açın ve sayfayı yeniden yükleyin.')}</p></noscript>
<p id="loading" role="status" hidden><span class="spinner" aria-hidden="true"></span>${say('Loading the secure form…', 'Güvenli form yükleniyor…')}</p>
${notice('slow', { title: say('This is taking longer than usual', 'Beklenenden uzun sürüyor'), text: say('The payment provider’s form has not arrived yet. Your connection may be slow.', 'Ödeme kuruluşunun formu henüz gelmedi. Bağlantınız yavaş olabilir.') }, say('Try again', 'Yeniden dene'))}
${notice('blocked', { title: say('The payment form could not be loaded', 'Ödeme formu yüklenemedi'), text: say('Opening this page charged nothing. Check your connection, switch off content blockers for this page, and try again.', 'Bu sayfayı açmakla sizden ücret alınmadı. Bağlantınızı kontrol edin, içerik engelleyicileri bu sayfa için kapatın ve yeniden deneyin.') }, say('Try again', 'Yeniden dene'))}
${notice('over', { title: say('This page has expired', 'Bu sayfanın süresi doldu'), text: say('If you have just sent your card, wait a moment: you will be taken back to the shop. Otherwise check the result before you pay again anywhere.', 'Kartınızı az önce gönderdiyseniz biraz bekleyin: mağazaya yönlendirileceksiniz. Göndermediyseniz, başka bir yerde ödeme yapmadan önce sonucu görün.') }, say('See the result', 'Sonucu gör'))}
<div id="place">${trusted(payProvider.formPlace)}</div>
<p class="quiet small">${say(`Your card details go straight to the payment provider. ${shop.name} never sees them.`, `Kart bilgileriniz doğrudan ödeme kuruluşuna iletilir; ${shop.name} bunları görmez.`)}</p>
<p id="until" class="quiet small" hidden>${say('This page is open until', 'Bu sayfa şu saate kadar açık:')} <time></time></p>
</section>
${scriptsOf(shown)}`;
  const { html: text, headers } = paymentPage({
    shop,
    nonce,
    title,
    query: { token: checkout.token },
    layout: 'split',
    body,
    policy: formPolicy(nonce, page.formSources ?? payProvider.usualSources, checkout.callbackUrl),
  });
  return { html: text, headers: { ...headers, ...PAYMENT_HEADERS } };
}

/** Our own script, and the provider's form. */
function scriptsOf({ checkout, page, now, nonce }: ShownCheckoutPage): Html {
  const form = trusted(payProvider.formScripts(page.form ?? '', language(), nonce));
  return html`<script nonce="${nonce}" data-slow-after="${SLOW_AFTER_MS}" data-open-for="${checkout.expiresAt - now}" data-locale="${LANGUAGE[language()].locale}">${trusted(FORM_SCRIPT)}</script>
${form}`;
}

/** What a customer reads who has been through the card form, which stays open for another card. */
function returnedNote(checkout: Checkout): Html | false {
  const hasReturned = checkout.kind === 'card' && checkout.returnedAt !== null;
  return (
    hasReturned &&
    html`<p class="notice good">${say('You have already been through this form. If you entered a new card, it will be used from now on; there is nothing left to do here.', 'Bu formu daha önce kullandınız. Yeni bir kart girdiyseniz bundan sonra o kullanılır ve burada yapmanız gereken bir şey kalmadı.')}</p>\n`
  );
}

/** A hidden notice with a button that reloads the page. */
const notice = (id: string, { title, text }: Message, button: string): Html =>
  html`<div id="${id}" class="notice warm" role="alert" hidden><h3>${title}</h3><p>${text}</p><div><button type="button" class="primary" data-reload>${button}</button></div></div>`;
