import type { CheckoutPageState } from '../../billing/checkout-page-state.ts';
import type { Checkout } from '../../billing/checkout.ts';
import { payProvider } from '../../pay/provider.ts';
import { declineSaid } from '../decline.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { message, type Message, type Sign } from '../message.ts';
import { perPeriod } from '../price.ts';
import { paymentPage, type ShownCheckoutPage } from './frame.ts';
import { labelOf, wayBack, type WayBack } from './way-back.ts';
import { say } from '../say.ts';
import { backToShop } from '../shop.ts';

type Closed = Exclude<CheckoutPageState, 'open' | 'checking'>;

interface Shown extends ShownCheckoutPage {
  readonly state: Closed;
}

/** The sign above the message. */
const SIGNS: Readonly<Record<Closed, Sign>> = {
  paid: 'good',
  refused: 'bad',
  failed: 'bad',
  unpaid: 'info',
  unsettled: 'info',
  retired: 'info',
  cardOver: 'info',
};

/**
 * The page of a checkout that can no longer be paid: what happened, as far as we know, and the way back. It never asks for
 * a new payment. If the shop must be told of the result, its link leads to the callback, which settles it and redirects to
 * the shop.
 */
export function closedPage(shown: Shown): HtmlPage {
  const { checkout, state, nonce, shop, publicUrl } = shown;
  const back = wayBack(checkout, publicUrl);
  const said = messageOf(shown, back);
  const more = html`${bankAnswer(shown)}
${planLine(shown)}`;
  return paymentPage({
    shop,
    nonce,
    title: said.title,
    query: { token: checkout.token },
    body: message(SIGNS[state], said, linksOf(state, checkout, { back, shop: shop.name }), more),
  });
}

function messageOf({ state, page: { plan }, shop: { name: shop } }: Shown, back: WayBack): Message {
  switch (state) {
    case 'paid':
      return plan && plan.trialDays > 0
        ? {
            title: say('Your free trial has begun', 'Ücretsiz denemeniz başladı'),
            text: say(
              'Nothing was charged today. There is nothing left to do here.',
              'Bugün sizden ücret alınmadı. Burada yapmanız gereken bir şey kalmadı.',
            ),
          }
        : {
            title: say('Your subscription is set up', 'Aboneliğiniz hazır'),
            text: say(
              'Your payment went through. There is nothing left to do here.',
              'Ödemeniz alındı. Burada yapmanız gereken bir şey kalmadı.',
            ),
          };
    case 'refused':
      return {
        title: say('Your bank did not accept the payment', 'Bankanız ödemeyi onaylamadı'),
        text: say(
          `Nothing was paid. At ${shop} you can enter another card for this subscription.`,
          `Ödeme alınmadı. ${shop} sitesinde bu abonelik için başka bir kart girebilirsiniz.`,
        ),
      };
    case 'failed':
      return {
        title: say('The payment was not completed', 'Ödeme tamamlanmadı'),
        text: say(
          `Nothing was paid here, and this page cannot be used again. You can start again at ${shop}.`,
          `Burada ödeme alınmadı ve bu sayfa artık kullanılamaz. ${shop} sitesinde yeniden başlayabilirsiniz.`,
        ),
      };
    case 'unpaid':
      return {
        title: say('This payment page has expired', 'Bu ödemenin süresi doldu'),
        text: say(
          `The payment provider knows of no payment made here. If your bank shows one anyway, do not pay again: ${shop} can look it up.`,
          `Ödeme kuruluşunda bu sayfadan yapılmış bir ödeme görünmüyor. Bankanız yine de bir ödeme gösteriyorsa yeniden ödemeyin: ${shop} bunu kontrol edebilir.`,
        ),
      };
    case 'unsettled':
      return {
        title: say('This payment page has expired', 'Bu ödemenin süresi doldu'),
        text: say(
          'If you sent your card, your payment may have gone through. Do not pay again before you have checked.',
          'Kartınızı gönderdiyseniz ödemeniz alınmış olabilir. Kontrol etmeden yeniden ödemeyin.',
        ),
      };
    case 'retired':
      return {
        title: say('This plan is no longer available', 'Bu plan artık satılmıyor'),
        text: say(
          `Opening this page charged nothing. You can choose another plan at ${shop}.`,
          `Bu sayfayı açmakla sizden ücret alınmadı. ${shop} sitesinde başka bir plan seçebilirsiniz.`,
        ),
      };
    case 'cardOver':
      return back.to === 'portal'
        ? {
            title: say('This form has expired', 'Bu formun süresi doldu'),
            text: say(
              'If you entered a new card, it will be used from now on. If you did not, open a new form from your subscription.',
              'Yeni bir kart girdiyseniz bundan sonra o kullanılır. Girmediyseniz aboneliğinizden yeni bir form açın.',
            ),
          }
        : {
            title: say('This form has expired', 'Bu formun süresi doldu'),
            text: say(
              `If you entered a new card, it will be used from now on. If you did not, ask for a new form at ${shop}.`,
              `Yeni bir kart girdiyseniz bundan sonra o kullanılır. Girmediyseniz ${shop} sitesinden yeni bir form isteyin.`,
            ),
          };
  }
}

/** Why the bank refused; where its code does not say, its own words, whatever the page's language. */
function bankAnswer({ state, checkout }: Shown): Html | false {
  if (state !== 'refused') return false;
  const { errorCode, errorMessage } = checkout;
  const reason = payProvider.declineReason(errorCode);
  if (reason !== 'unstated' || !errorMessage) return html`<p>${declineSaid(reason)}</p>`;
  return html`<p class="quiet">${say('What the bank said', 'Bankanın yanıtı')}: <q lang="${payProvider.messageLanguage}">${errorMessage}</q></p>`;
}

interface Leading {
  readonly back: WayBack;
  readonly shop: string;
}

/** The one link that leads on, and where that is not the way back, the way back too. */
function linksOf(state: Closed, { token }: Checkout, { back, shop }: Leading): Html {
  const callback = `callback?token=${encodeURIComponent(token)}`;
  const primary = (address: string, label: string) =>
    html`<a class="button primary" href="${address}">${label}</a>`;
  if (state === 'paid') return primary(callback, say(`Continue to ${shop}`, `${shop} sitesine devam et`));
  if (state === 'failed') return primary(callback, backToShop(shop));
  const label = labelOf(back, shop);
  if (state !== 'unsettled') return primary(back.address, label);
  return html`${primary(callback, say('Check my payment', 'Ödememi kontrol et'))}<a class="button back" href="${back.address}">${label}</a>`;
}

function planLine({ page: { plan } }: Shown): Html | false {
  return plan !== null && html`<p>${plan.name} · ${perPeriod(plan)}</p>`;
}
