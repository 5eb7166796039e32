import { givesAccess, nextPaymentAt } from '../../billing/current-state.ts';
import { undoClosesAt } from '../../billing/cancellation.ts';
import type { InvoiceWithPdf } from '../../billing/invoice.ts';
import { isBeingTried, retryOffer } from '../../billing/recovery.ts';
import { comingPlan } from '../../billing/plan-in-force.ts';
import type { Features, PlanTerms } from '../../billing/plan.ts';
import { hasEnded, type Subscription } from '../../billing/subscription.ts';
import { payProvider } from '../../pay/provider.ts';
import { DECLINE_WORDS } from '../decline.ts';
import { featuresSaid } from '../features.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { moment, money } from '../words.ts';
import { invoiceTable } from './invoices.ts';
import {
  companyRow,
  day,
  deed,
  HOME,
  isTrial,
  mark,
  pageOf,
  portalPage,
  price,
  trail,
  wordsOf,
  type PortalView,
} from './view.ts';

/** The overview of one subscription: what it is, what comes next, and what can be done. A failed payment comes first. */
export function subscriptionPage(
  view: PortalView,
  one: Subscription,
  invoices: { readonly latest: readonly InvoiceWithPdf[]; readonly hasMore: boolean } | undefined,
  included: Features,
): HtmlPage {
  const words = wordsOf(view);
  const body = html`<section class="lead full band stack roomy" aria-labelledby="plan">
<div class="stack">
${view.hasSeveral && trail(HOME, words.subscriptions)}
<div class="row apart"><h1 id="plan">${one.plan.name}</h1>${mark(view, one)}</div>
${price(view, one.plan)}
</div>
${noticeOf(view, one)}
${factsOf(view, one, included)}
${deedsOf(view, one)}
</section>
${
  invoices &&
  html`<section class="sheet stack" aria-labelledby="invoices">
<div class="row apart"><h2 id="invoices">${words.invoices}</h2>${invoices.hasMore && html`<a class="small" href="${pageOf('invoices', one)}">${words.all}</a>`}</div>
${invoiceTable(view, invoices.latest, words.invoice.latest)}
</section>`
}`;
  return portalPage(view, one.status === 'PAYMENT_FAILED' ? words.status.failed : words.subscription, body);
}

/** The overview of several subscriptions: failed payments first, ended ones last. */
export function subscriptionsPage(view: PortalView, all: readonly Subscription[]): HtmlPage {
  const words = wordsOf(view);
  const rank = (one: Subscription) => {
    if (hasEnded(one)) return 3;
    return one.status === 'PAYMENT_FAILED' ? 0 : 1;
  };
  const panels = all
    .toSorted((a, b) => rank(a) - rank(b) || b.createdAt - a.createdAt)
    .map((one, nth) => panelOf(view, one, `s${nth}`));
  const body = html`<div class="lead band"><h1>${words.subscriptions}</h1></div>
<div class="sheet stack">
${panels}
</div>`;
  return portalPage(view, words.subscriptions, body);
}

function panelOf(view: PortalView, one: Subscription, id: string): Html {
  const words = wordsOf(view);
  const isFailed =
    one.status === 'PAYMENT_FAILED' && view.actions.includes('card') && !isBeingTried(one, view.now);
  return html`<section class="panel stack" aria-labelledby="${id}">
<div class="row apart"><h2 id="${id}">${one.plan.name}</h2>${mark(view, one)}</div>
${price(view, one.plan)}
<p>${sentenceOf(view, one)}</p>
<div class="row">${isFailed && cardForm(view, one, words.enterCard, 'primary')}<a class="button" href="${pageOf('home', one)}" aria-label="${words.manage}: ${one.plan.name}">${words.manage}</a></div>
</section>`;
}

/** The one sentence that support would say on the phone. */
function sentenceOf(view: PortalView, one: Subscription): string {
  const words = wordsOf(view);
  const on = (at: number) => moment(view.language, at);
  if (one.endedAt !== null) return words.endedOn(on(one.endedAt));
  if (one.status === 'PAYMENT_FAILED' && isBeingTried(one, view.now)) return words.done.retried.title;
  if (one.status === 'PAYMENT_FAILED') return words.failed(on(one.failedDueAt ?? view.now)).title;
  if (one.status === 'PENDING') return words.pending.title;
  const end = one.cancellation?.accessUntil;
  if (typeof end === 'number') return words.cancelled(on(end)).title;
  const next = paymentOf(view, one);
  const label = isTrial(one) ? words.firstPayment : words.nextPayment;
  return next ? `${label}: ${words.amountOn(sum(view, next.plan), on(next.at))}` : words.status.active;
}

const sum = ({ language }: PortalView, { price: amount, currency }: PlanTerms): string =>
  money(language, amount, currency);

/** The next charge and what it is for. */
function paymentOf(
  { now }: PortalView,
  one: Subscription,
): { readonly at: number; readonly plan: PlanTerms } | undefined {
  const at = nextPaymentAt(one, now);
  const coming = comingPlan(one);
  return at === null ? undefined : { at, plan: coming && at >= coming.from ? coming.plan : one.plan };
}

const cardForm = (view: PortalView, one: Subscription, label: string, kind = '') =>
  deed(view, 'card', one, html`<button${kind !== '' && html` class="${kind}"`}>${label}</button>`);

/** What somebody should know first: a payment that failed, with its remedy, or that all this ends. */
function noticeOf(view: PortalView, one: Subscription): Html | undefined {
  if (one.status === 'PAYMENT_FAILED') return failedNotice(view, one);
  const words = wordsOf(view);
  const remedy = view.actions.includes('card') && cardForm(view, one, words.enterCard, 'primary');
  if (one.status === 'PENDING')
    return html`<div class="notice warm"><h2>${words.pending.title}</h2><p>${words.pending.text}</p>${remedy && html`<div class="row">${remedy}</div>`}</div>`;
  if (hasEnded(one)) return endedNotice(view);
  return one.cancellation ? cancelledNotice(view, one) : undefined;
}

/**
 * A payment that failed, and why: a new card, or another try on this one where the bank may think better of it. Where the
 * card is not the cause, no other one is asked for.
 */
function failedNotice(view: PortalView, one: Subscription): Html {
  const words = wordsOf(view);
  const on = (at: number) => moment(view.language, at);
  if (isBeingTried(one, view.now)) return triedNotice(view, one);
  const { title, text } = words.failed(on(one.failedDueAt ?? view.now));
  const reason = one.recovery ? payProvider.declineReason(one.recovery.decline.code) : 'unstated';
  const isCard = reason !== 'shop';
  const mayPay = view.actions.includes('card');
  const access =
    one.graceEndsAt !== null && givesAccess(one, view.now)
      ? words.failedAccess(on(one.graceEndsAt))
      : words.failedNoAccess;
  const next = one.recovery?.nextAttemptAt ?? null;
  const remedy = mayPay && isCard && cardForm(view, one, words.enterCard, 'primary');
  const again = html`<button${!isCard && html` class="primary"`}>${words.tryAgain}</button>`;
  const offer = retryOffer(one, view.beside, view.now);
  const retry = mayPay && offer.is === 'now' && deed(view, 'retry', one, again);
  const later = mayPay && offer.is === 'from' && words.retryFrom(moment(view.language, offer.at, 'minute'));
  return html`<div class="notice bad"><h2>${title}</h2><p>${DECLINE_WORDS[view.language][reason]} ${remedy && text}</p><p>${access} ${next !== null && words.failedNext(on(next))}</p>${later && html`<p>${later}</p>`}${(remedy || retry) && html`<div class="row">${remedy}${retry}</div>`}</div>`;
}

/** A payment that is being tried: nothing is asked of the customer until its result is there. */
function triedNotice(view: PortalView, one: Subscription): Html {
  const { done, loadAgain } = wordsOf(view);
  const { title, text } = done.retried;
  return html`<div class="notice warm"><h2>${title}</h2><p>${text}</p><div class="row"><a class="button" href="${pageOf('home', one)}">${loadAgain}</a></div></div>`;
}

/** Nothing can be done here any more: the shop is where one subscribes again. */
function endedNotice(view: PortalView): Html {
  const { over, backToShop } = wordsOf(view);
  return html`<div class="notice"><h2>${over.title}</h2><p>${over.text}</p>${view.returnUrl !== undefined && html`<div class="row"><a class="button primary" href="${view.returnUrl}">${backToShop(view.shop.name)}</a></div>`}</div>`;
}

/** When it ends; that nothing more is charged only where that is so, and not of a cancellation in our records alone. */
function cancelledNotice(view: PortalView, one: Subscription): Html {
  const words = wordsOf(view);
  const { title, text } = words.cancelled(moment(view.language, one.cancellation?.accessUntil ?? view.now));
  const charged = paymentOf(view, one) ? words.stillCharged : text;
  const kept = isTrial(one) ? words.keepsTrial : words.keepsPaid;
  const closes = undoClosesAt(one);
  const canUndo = one.cancellation?.progress === 'scheduled' && (closes === null || view.now < closes);
  const undo =
    canUndo &&
    view.actions.includes('cancel') &&
    deed(view, 'undo', one, html`<button class="primary">${words.undo}</button>`);
  return html`<div class="notice warm"><h2>${title}</h2><p>${charged} ${kept} ${undo && closes !== null && words.undoUntil(moment(view.language, closes, 'minute'))}</p>${undo && html`<div class="row">${undo}</div>`}</div>`;
}

function factsOf(view: PortalView, one: Subscription, included: Features): Html {
  const words = wordsOf(view);
  const row = (name: string, value: Html | string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const next = paymentOf(view, one);
  const coming = comingPlan(one);
  const { periodStart, periodEnd, cancellation } = one;
  const access = cancellation?.accessUntil ?? null;
  const trial = isTrial(one);
  const says = featuresSaid(included);
  if (one.endedAt !== null)
    return html`<dl class="receipt">${row(words.status.ended, day(view, one.endedAt))}</dl>`;
  return html`<dl class="receipt">
${next && row(trial ? words.firstPayment : words.nextPayment, html`<strong>${day(view, next.at)}</strong>, ${sum(view, next.plan)}`)}
${access !== null && row(words.accessUntil, html`<strong>${day(view, access)}</strong>`)}
${coming && row(words.planToCome, words.fromDate(coming.plan.name, moment(view.language, coming.from)))}
${periodStart !== null && periodEnd !== null && row(trial ? words.freeUntil : words.paidPeriod, trial ? day(view, periodEnd) : html`${day(view, periodStart)} – ${day(view, periodEnd)}`)}
${says !== '' && row(words.includes, says)}
${companyRow(view, one.customer)}
</dl>`;
}

/** What can be done, as links and forms of the same size; what the tenant has switched off is absent. */
function deedsOf(view: PortalView, one: Subscription): Html {
  const words = wordsOf(view);
  const may = (action: PortalView['actions'][number]) => view.actions.includes(action);
  const runs = one.status === 'ACTIVE';
  const link = (screen: string, label: string) =>
    html`<a class="button" href="${pageOf(screen, one)}">${label}</a>`;
  return html`<div class="deeds">
${may('plan') && runs && !one.cancellation && link('plan', words.changePlan)}
${may('card') && runs && cardForm(view, one, words.changeCard)}
${!hasEnded(one) && link('details', words.details)}
${may('cancel') && !hasEnded(one) && one.cancellation?.by !== 'pay' && link('cancel', words.cancel)}
</div>`;
}
