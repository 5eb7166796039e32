import { recoveryTimes } from '../../billing/recovery-times.ts';
import { givesAccess, nextPaymentAt, type SubscriptionView } from '../../billing/current-state.ts';
import { undoClosesAt } from '../../billing/cancellation.ts';
import type { InvoiceWithPdf } from '../../billing/invoice.ts';
import { isBeingTried, retryOffer } from '../../billing/recovery.ts';
import { comingPlan } from '../../billing/plan-in-force.ts';
import type { Features, PlanTerms } from '../../billing/plan.ts';
import { hasEnded } from '../../billing/subscription.ts';
import { payProvider } from '../../pay/provider.ts';
import { declineSaid } from '../decline.ts';
import { featuresSaid } from '../features.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import type { Message } from '../message.ts';
import { backToShop } from '../shop.ts';
import { priceLine } from '../price.ts';
import { say } from '../say.ts';
import { moment, money } from '../words.ts';
import { invoiceTable } from './invoices.ts';
import {
  amountOnSaid,
  companyRow,
  day,
  deed,
  HOME,
  isTrial,
  keptSaid,
  mark,
  pageOf,
  portalPage,
  trail,
  undoSaid,
  type PortalView,
} from './view.ts';

/** The overview of one subscription: what it is, what comes next, and what can be done. A failed payment comes first. */
export function subscriptionPage(
  view: PortalView,
  one: SubscriptionView,
  invoices: { readonly latest: readonly InvoiceWithPdf[]; readonly hasMore: boolean } | undefined,
  included: Features,
): HtmlPage {
  const body = html`<section class="lead full band stack roomy" aria-labelledby="plan">
<div class="stack">
${view.hasSeveral && trail(HOME, say('My subscriptions', 'Aboneliklerim'))}
<div class="row apart"><h1 id="plan">${one.plan.name}</h1>${mark(one)}</div>
${priceLine(one.plan)}
</div>
${noticeOf(view, one)}
${factsOf(one, included)}
${deedsOf(view, one)}
</section>
${
  invoices &&
  html`<section class="sheet stack" aria-labelledby="invoices">
<div class="row apart"><h2 id="invoices">${say('Invoices', 'Faturalar')}</h2>${invoices.hasMore && html`<a class="small" href="${pageOf('invoices', one)}">${say('All', 'Tümü')}</a>`}</div>
${invoiceTable(invoices.latest, say('Latest invoices', 'Son faturalar'))}
</section>`
}`;
  return portalPage(
    view,
    one.status === 'PAYMENT_FAILED'
      ? say('Payment failed', 'Ödeme alınamadı')
      : say('My subscription', 'Aboneliğim'),
    body,
  );
}

/** The overview of several subscriptions: failed payments first, ended ones last. */
export function subscriptionsPage(view: PortalView, all: readonly SubscriptionView[]): HtmlPage {
  const rank = (one: SubscriptionView) => {
    if (hasEnded(one)) return 3;
    return one.status === 'PAYMENT_FAILED' ? 0 : 1;
  };
  const panels = all
    .toSorted((a, b) => rank(a) - rank(b) || b.createdAt - a.createdAt)
    .map((one, nth) => panelOf(view, one, `s${nth}`));
  const body = html`<div class="lead band"><h1>${say('My subscriptions', 'Aboneliklerim')}</h1></div>
<div class="sheet stack">
${panels}
</div>`;
  return portalPage(view, say('My subscriptions', 'Aboneliklerim'), body);
}

function panelOf(view: PortalView, one: SubscriptionView, id: string): Html {
  const isFailed =
    one.status === 'PAYMENT_FAILED' && view.actions.includes('card') && !isBeingTried(one, view.now);
  return html`<section class="panel stack" aria-labelledby="${id}">
<div class="row apart"><h2 id="${id}">${one.plan.name}</h2>${mark(one)}</div>
${priceLine(one.plan)}
<p>${sentenceOf(view, one)}</p>
<div class="row">${isFailed && cardForm(view, one, say('Enter another card', 'Başka kart gir'), 'primary')}<a class="button" href="${pageOf('home', one)}" aria-label="${say('Manage', 'Yönet')}: ${one.plan.name}">${say('Manage', 'Yönet')}</a></div>
</section>`;
}

/** The one sentence that support would say on the phone. */
function sentenceOf(view: PortalView, one: SubscriptionView): string {
  const on = (at: number) => moment(at);
  if (one.endedAt !== null)
    return say(`Ended on ${on(one.endedAt)}.`, `${on(one.endedAt)} tarihinde sona erdi.`);
  if (one.status === 'PAYMENT_FAILED' && isBeingTried(one, view.now)) return retriedSaid().title;
  if (one.status === 'PAYMENT_FAILED') return failedSaid(on(one.failedDueAt ?? view.now));
  if (one.status === 'PENDING') return pendingSaid();
  const end = one.cancellation?.accessUntil;
  if (typeof end === 'number')
    return say(`Your subscription ends on ${on(end)}`, `Aboneliğiniz ${on(end)} tarihinde biter`);
  const next = paymentOf(one);
  const label = isTrial(one) ? say('First payment', 'İlk ödeme') : say('Next payment', 'Sonraki ödeme');
  return next ? `${label}: ${amountOnSaid(sum(next.plan), on(next.at))}` : say('Active', 'Sürüyor');
}

const sum = ({ price, currency }: PlanTerms): string => money(price, currency);

/** The next charge and what it is for. */
function paymentOf(one: SubscriptionView): { readonly at: number; readonly plan: PlanTerms } | undefined {
  const at = nextPaymentAt(one);
  const coming = comingPlan(one);
  return at === null ? undefined : { at, plan: coming && at >= coming.from ? coming.plan : one.plan };
}

const cardForm = (view: PortalView, one: SubscriptionView, label: string, kind = '') =>
  deed(view, 'card', one, html`<button${kind !== '' && html` class="${kind}"`}>${label}</button>`);

/** What somebody should know first: a payment that failed, with its remedy, or that all this ends. */
function noticeOf(view: PortalView, one: SubscriptionView): Html | undefined {
  if (one.status === 'PAYMENT_FAILED') return failedNotice(view, one);

  const remedy =
    view.actions.includes('card') &&
    cardForm(view, one, say('Enter another card', 'Başka kart gir'), 'primary');
  if (one.status === 'PENDING')
    return html`<div class="notice warm"><h2>${pendingSaid()}</h2><p>${say('The first payment has not been made yet, and nothing was charged. Enter a card to start your subscription.', 'İlk ödeme henüz alınmadı; sizden ücret alınmadı. Başlamak için kart girin.')}</p>${remedy && html`<div class="row">${remedy}</div>`}</div>`;
  if (hasEnded(one)) return endedNotice(view);
  return one.cancellation ? cancelledNotice(view, one) : undefined;
}

/**
 * A payment that failed, and why: a new card, or another try on this one where the bank may think better of it. Where the
 * card is not the cause, no other one is asked for.
 */
function failedNotice(view: PortalView, one: SubscriptionView): Html {
  const on = (at: number) => moment(at);
  if (isBeingTried(one, view.now)) return triedNotice(one);
  const title = failedSaid(on(one.failedDueAt ?? view.now));
  const text = say(
    'Enter another card and we will try the payment again right away.',
    'Başka bir kart girin; ödeme o kartla hemen yeniden denenir.',
  );
  const reason = one.recovery ? payProvider.declineReason(one.recovery.decline.code) : 'unstated';
  const isCard = reason !== 'shop';
  const mayPay = view.actions.includes('card');
  const access =
    one.graceEndsAt !== null && givesAccess(one)
      ? say(
          `You have access until ${on(one.graceEndsAt)}.`,
          `${on(one.graceEndsAt)} tarihine kadar erişiminiz sürer.`,
        )
      : say('You have no access until it is paid.', 'Ödeme alınana kadar erişiminiz kapalı.');
  const next = recoveryTimes(one)?.nextAttemptAt ?? null;
  const remedy =
    mayPay && isCard && cardForm(view, one, say('Enter another card', 'Başka kart gir'), 'primary');
  const again = html`<button${!isCard && html` class="primary"`}>${say('Try the payment again', 'Ödemeyi yeniden dene')}</button>`;
  const offer = retryOffer(one, view.beside);
  const retry = mayPay && offer.is === 'now' && deed(view, 'retry', one, again);
  const later =
    mayPay &&
    offer.is === 'from' &&
    say(
      `You can have this card tried again from ${moment(offer.at, 'minute')}.`,
      `Bu kartla yeniden deneme ${moment(offer.at, 'minute')} saatinden itibaren istenebilir.`,
    );
  return html`<div class="notice bad"><h2>${title}</h2><p>${declineSaid(reason)} ${remedy && text}</p><p>${access} ${next !== null && say(`We will try your current card again on ${on(next)}.`, `Şimdiki kartınızla sonraki deneme: ${on(next)}.`)}</p>${later && html`<p>${later}</p>`}${(remedy || retry) && html`<div class="row">${remedy}${retry}</div>`}</div>`;
}

/** A payment that is being tried: nothing is asked of the customer until its result is there. */
function triedNotice(one: SubscriptionView): Html {
  const { title, text } = retriedSaid();
  return html`<div class="notice warm"><h2>${title}</h2><p>${text}</p><div class="row"><a class="button" href="${pageOf('home', one)}">${say('Load again', 'Yeniden yükle')}</a></div></div>`;
}

/** Nothing can be done here any more: the shop is where one subscribes again. */
function endedNotice(view: PortalView): Html {
  return html`<div class="notice"><h2>${say('This subscription has ended', 'Bu abonelik sona erdi')}</h2><p>${say('You will not be charged again. You can subscribe again at the shop.', 'Sizden bir daha ücret alınmaz. Mağazadan yeniden abone olabilirsiniz.')}</p>${view.returnUrl !== undefined && html`<div class="row"><a class="button primary" href="${view.returnUrl}">${backToShop(view.shop.name)}</a></div>`}</div>`;
}

/** When it ends; that nothing more is charged only where that is so, and not of a cancellation in our records alone. */
function cancelledNotice(view: PortalView, one: SubscriptionView): Html {
  const title = say(
    `Your subscription ends on ${moment(one.cancellation?.accessUntil ?? view.now)}`,
    `Aboneliğiniz ${moment(one.cancellation?.accessUntil ?? view.now)} tarihinde biter`,
  );
  const text = say('You will not be charged again.', 'Sizden bir daha ücret alınmaz.');
  const charged = paymentOf(one)
    ? say(
        'But charges to your card have not been stopped yet. To stop them, cancel the subscription here too, or ask the shop.',
        'Ancak kartınızdan ödeme alınması henüz durdurulmadı. Durdurmak için aboneliği burada da iptal edin ya da mağazaya başvurun.',
      )
    : text;
  const kept = keptSaid(one);
  const closes = undoClosesAt(one);
  const canUndo = one.cancellation?.progress === 'scheduled' && (closes === null || view.now < closes);
  const undo =
    canUndo &&
    view.actions.includes('cancel') &&
    deed(view, 'undo', one, html`<button class="primary">${undoSaid()}</button>`);
  return html`<div class="notice warm"><h2>${title}</h2><p>${charged} ${kept} ${undo && closes !== null && say(`You can undo the cancellation until ${moment(closes, 'minute')}.`, `İptali ${moment(closes, 'minute')} saatine kadar geri alabilirsiniz.`)}</p>${undo && html`<div class="row">${undo}</div>`}</div>`;
}

function factsOf(one: SubscriptionView, included: Features): Html {
  const row = (name: string, value: Html | string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const next = paymentOf(one);
  const coming = comingPlan(one);
  const { periodStart, periodEnd, cancellation } = one;
  const access = cancellation?.accessUntil ?? null;
  const trial = isTrial(one);
  const says = featuresSaid(included);
  if (one.endedAt !== null)
    return html`<dl class="receipt">${row(say('Ended', 'Sona erdi'), day(one.endedAt))}</dl>`;
  return html`<dl class="receipt">
${next && row(trial ? say('First payment', 'İlk ödeme') : say('Next payment', 'Sonraki ödeme'), html`<strong>${day(next.at)}</strong>, ${sum(next.plan)}`)}
${access !== null && row(say('Access until', 'Erişim sonu'), html`<strong>${day(access)}</strong>`)}
${coming && row(say('Next plan', 'Gelecek plan'), say(`${coming.plan.name} from ${moment(coming.from)}`, `${coming.plan.name}, ${moment(coming.from)} tarihinden itibaren`))}
${periodStart !== null && periodEnd !== null && row(trial ? say('Free until', 'Ücretsiz süre sonu') : say('Paid period', 'Ödenen dönem'), trial ? day(periodEnd) : html`${day(periodStart)} – ${day(periodEnd)}`)}
${says !== '' && row(say('Includes', 'Planın içeriği'), says)}
${companyRow(one.customer)}
</dl>`;
}

/** What can be done, as links and forms of the same size; what the tenant has switched off is absent. */
function deedsOf(view: PortalView, one: SubscriptionView): Html {
  const may = (action: PortalView['actions'][number]) => view.actions.includes(action);
  const runs = one.status === 'ACTIVE';
  const link = (screen: string, label: string) =>
    html`<a class="button" href="${pageOf(screen, one)}">${label}</a>`;
  return html`<div class="deeds">
${may('plan') && runs && !one.cancellation && link('plan', say('Change plan', 'Planı değiştir'))}
${may('card') && runs && cardForm(view, one, say('Change card', 'Kartı değiştir'))}
${!hasEnded(one) && link('details', say('Name, phone, address', 'Ad, telefon, adres'))}
${may('cancel') && !hasEnded(one) && one.cancellation?.by !== 'pay' && link('cancel', say('Cancel subscription', 'Aboneliği iptal et'))}
</div>`;
}

/** Which payment did not go through. */
const failedSaid = (date: string): string =>
  say(`Your payment of ${date} did not go through`, `${date} tarihli ödemeniz alınamadı`);

/** That the first payment has not been made. */
const pendingSaid = (): string => say('Your subscription has not begun', 'Aboneliğiniz başlamadı');

/** That a payment is being tried again. */
export const retriedSaid = (): Message => ({
  title: say('The payment is being tried again', 'Ödeme yeniden deneniyor'),
  text: say(
    'Your bank decides within a few minutes; this page will show the result. You do not need to do anything.',
    'Bankanız birkaç dakika içinde karar verir; bu sayfa sonucu gösterir. Bu sırada bir şey yapmanız gerekmez.',
  ),
});
