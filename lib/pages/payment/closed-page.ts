import type { CheckoutPageState } from '../../billing/checkout-page-state.ts';
import type { Checkout } from '../../billing/checkout.ts';
import { payProvider } from '../../pay/provider.ts';
import { DECLINE_WORDS } from '../decline.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { message, type Message, type Sign } from '../message.ts';
import { perPeriod } from '../price.ts';
import { paymentPage, type ShownCheckoutPage } from './frame.ts';
import { labelOf, wayBack, type WayBack } from './way-back.ts';
import type { PaymentWords } from './wording.ts';
import { PAYMENT_WORDS } from './words.ts';

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
  const { checkout, state, language, nonce, shop, publicUrl } = shown;
  const words = PAYMENT_WORDS[language];
  const back = wayBack(checkout, publicUrl);
  const said = messageOf(shown, back, words);
  const more = html`${bankAnswer(shown, words)}
${planLine(shown)}`;
  return paymentPage({
    shop,
    language,
    nonce,
    title: said.title,
    query: { token: checkout.token },
    body: message(SIGNS[state], said, linksOf(state, checkout, { back, words, shop: shop.name }), more),
  });
}

function messageOf(
  { state, page: { plan }, shop: { name: shop } }: Shown,
  back: WayBack,
  words: PaymentWords,
): Message {
  switch (state) {
    case 'paid':
      return plan && plan.trialDays > 0 ? words.trialBegun : words.paid;
    case 'refused':
      return words.refused(shop);
    case 'failed':
      return words.failed(shop);
    case 'unpaid':
      return words.unpaid(shop);
    case 'unsettled':
      return words.unsettled;
    case 'retired':
      return words.retired(shop);
    case 'cardOver':
      return back.to === 'portal' ? words.cardOverAtPortal : words.cardOver(shop);
  }
}

/** Why the bank refused; where its code does not say, its own words, whatever the page's language. */
function bankAnswer({ state, checkout, language }: Shown, words: PaymentWords): Html | false {
  if (state !== 'refused') return false;
  const { errorCode, errorMessage } = checkout;
  const reason = payProvider.declineReason(errorCode);
  if (reason !== 'unstated' || !errorMessage) return html`<p>${DECLINE_WORDS[language][reason]}</p>`;
  return html`<p class="quiet">${words.bankMessage}: <q lang="${payProvider.messageLanguage}">${errorMessage}</q></p>`;
}

interface Leading {
  readonly back: WayBack;
  readonly words: PaymentWords;
  readonly shop: string;
}

/** The one link that leads on, and where that is not the way back, the way back too. */
function linksOf(state: Closed, { token }: Checkout, { back, words, shop }: Leading): Html {
  const callback = `callback?token=${encodeURIComponent(token)}`;
  const primary = (address: string, label: string) =>
    html`<a class="button primary" href="${address}">${label}</a>`;
  if (state === 'paid') return primary(callback, words.continueTo(shop));
  if (state === 'failed') return primary(callback, words.backTo(shop));
  const label = labelOf(back, words, shop);
  if (state !== 'unsettled') return primary(back.address, label);
  return html`${primary(callback, words.checkPayment)}<a class="button back" href="${back.address}">${label}</a>`;
}

function planLine({ page: { plan }, language }: Shown): Html | false {
  return plan !== null && html`<p>${plan.name} · ${perPeriod(language, plan)}</p>`;
}
