import { svcIdOf } from '../../billing/identifiers.ts';
import type { Features, Plan, PlanTerms } from '../../billing/plan.ts';
import type { PlanPreview } from '../../billing/plan-preview.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { payProvider } from '../../pay/provider.ts';
import { DECLINE_WORDS } from '../decline.ts';
import { featuresSaid } from '../features.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { message } from '../message.ts';
import { perPeriod } from '../price.ts';
import { moment, money } from '../words.ts';
import { day, deed, pageOf, portalPage, token, trail, wordsOf, type PortalView } from './view.ts';

/** The plans to choose from. What one costs is on the next page, and nothing is changed before the page after that. */
export function planPage(
  view: PortalView,
  one: Subscription,
  plans: readonly Plan[],
  included: Features,
): HtmlPage {
  const words = wordsOf(view);
  const { plan } = words;
  const includes = (features: Features) => {
    const said = featuresSaid(features);
    return said !== '' && html`<small>${said}</small>`;
  };
  const now = html`<label class="choice"><input type="radio" disabled> <span><strong>${one.plan.name}</strong></span><span class="end">${perPeriod(view.language, one.plan)}</span><small>${plan.now}</small>${includes(included)}</label>`;
  const choices = plans.map(
    (other, nth) =>
      html`<label class="choice"><input type="radio" name="plan" value="${svcIdOf('plan', other.id)}" required${nth === 0 && html` checked`}> <span><strong>${other.name}</strong></span><span class="end">${perPeriod(view.language, other)}</span>${includes(other.features)}</label>`,
  );
  const form = html`<form class="stack roomy" method="get" action="/portal/preview"><input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}">
<fieldset class="stack"><legend class="hide">${plan.title}</legend><div class="choices">${now}${choices}</div></fieldset>
${whenChoices(view, one)}
<div class="answer"><button class="primary">${plan.see}</button><a class="button" href="${pageOf('home', one)}">${words.neverMind}</a></div>
</form>`;
  const body = html`<div class="lead band stack">${trail(pageOf('home', one), words.subscription)}
<h1>${plan.title}</h1></div>
<div class="sheet stack roomy">
${plans.length > 0 ? form : html`<div class="empty"><h2>${plan.none.title}</h2><p class="quiet">${plan.none.text}</p></div>`}
</div>`;
  return portalPage(view, plan.title, body);
}

function whenChoices(view: PortalView, { periodEnd }: Subscription): Html {
  const { plan } = wordsOf(view);
  const choice = (value: string, label: string, hint: string, isFirst: boolean) =>
    html`<label class="choice"><input type="radio" name="when" value="${value}"${isFirst && html` checked`}> <span><strong>${label}</strong></span><span></span><small>${hint}</small></label>`;
  return html`<fieldset class="stack"><legend>${plan.when}</legend><div class="choices">
${choice('NOW', plan.atOnce, plan.atOnceHint, true)}
${periodEnd !== null && periodEnd > view.now && choice('NEXT_PERIOD', plan.later(moment(view.language, periodEnd)), plan.laterHint, false)}
</div></fieldset>`;
}

/** A preview as its page shows it. */
export interface ShownPreview {
  readonly subscription: Subscription;
  readonly to: PlanTerms;
  readonly preview: PlanPreview;
  readonly previewId: string;
  readonly expiresAt: number;
  readonly when: 'NOW' | 'NEXT_PERIOD';
}

/** What a plan change does and costs, before it is made; its button says the amount. */
export function previewPage(view: PortalView, shown: ShownPreview): HtmlPage {
  const words = wordsOf(view);
  const { plan } = words;
  const { subscription: one, to, preview } = shown;
  const title = plan.moveTo(to.name);
  const body = html`<div class="lead band stack">${trail(pageOf('plan', one), plan.title)}
<h1>${title}</h1>
${receiptOf(view, shown)}
</div>
<div class="sheet stack roomy">
${warningsOf(view, shown)}
${preview.inexact === null || preview.isDayOpen ? actOf(view, shown) : html`<p class="notice warm">${plan.inexact}</p>`}
${otherMoment(view, shown)}
</div>`;
  return portalPage(view, title, body);
}

/** In place of a summary where the payment provider has to be read first, which takes a button. */
export function previewBehindPage(
  view: PortalView,
  one: Subscription,
  to: Plan,
  when: ShownPreview['when'],
): HtmlPage {
  const { plan, neverMind } = wordsOf(view);
  const further = html`<form method="post" action="/portal/preview">${token(view)}<input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}"><input type="hidden" name="plan" value="${svcIdOf('plan', to.id)}"><input type="hidden" name="when" value="${when}"><button class="primary">${plan.see}</button></form><a class="button" href="${pageOf('home', one)}">${neverMind}</a>`;
  return portalPage(view, plan.behind.title, message('info', plan.behind, further));
}

function receiptOf(view: PortalView, { to, preview, when }: ShownPreview): Html {
  const { plan, nextPayment, amountOn } = wordsOf(view);
  const { language } = view;
  const sum = (amount: string) => money(language, amount, to.currency);
  const row = (name: string, value: Html | string, kind = '') =>
    html`<div${kind !== '' && html` class="${kind}"`}><dt>${name}</dt><dd>${value}</dd></div>`;
  const { charge, nextPayment: next, effectiveAt, isDayOpen } = preview;
  return html`<dl class="receipt">
${row(plan.charged, sum(charge?.amount ?? '0'), 'sum')}
${when === 'NEXT_PERIOD' && effectiveAt !== null && row(plan.begins, day(view, effectiveAt))}
${charge && next && !isDayOpen && row(plan.newPeriod, html`${day(view, charge.at)} – ${day(view, next.at)}`)}
${next && !isDayOpen && row(nextPayment, amountOn(sum(next.amount), moment(language, next.at)))}
${next && row(plan.after, plan.until(perPeriod(language, to)))}
</dl>`;
}

function warningsOf(view: PortalView, { subscription, preview }: ShownPreview): Html[] {
  const { plan } = wordsOf(view);
  const { warnings, lost } = preview;
  const end = moment(view.language, subscription.periodEnd ?? view.now);
  const said = [
    warnings.includes('paid_days_given_up') && plan.lost(end, lost.days),
    warnings.includes('trial_given_up') && plan.lostTrial,
    warnings.includes('cancellation_kept') && plan.keepsCancellation,
    preview.isDayOpen && plan.dayOpen,
  ];
  return said.filter((one) => one !== false).map((one) => html`<p class="prose">${one}</p>`);
}

function actOf(
  view: PortalView,
  { subscription: one, to, preview, previewId, expiresAt, when }: ShownPreview,
): Html {
  const words = wordsOf(view);
  const { charge, effectiveAt } = preview;
  const label = charge
    ? words.plan.pay(money(view.language, charge.amount, charge.currency))
    : words.plan.change(moment(view.language, effectiveAt ?? view.now));
  return html`<div class="answer">
<form method="post" action="/portal/plan">${token(view)}<input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}"><input type="hidden" name="plan" value="${svcIdOf('plan', to.id)}"><input type="hidden" name="when" value="${when}"><input type="hidden" name="preview" value="${previewId}"><button class="primary">${label}</button></form>
<a class="button" href="${pageOf('home', one)}">${words.neverMind}</a>
</div>
<p class="quiet small">${words.plan.exactUntil(moment(view.language, expiresAt, 'time'))}</p>`;
}

/** The same change at the other moment, as a link to its own summary. */
function otherMoment(view: PortalView, { subscription: one, to, when }: ShownPreview): Html {
  const { plan } = wordsOf(view);
  const [other, { title, text }] =
    when === 'NOW' ? (['NEXT_PERIOD', plan.ratherLater] as const) : (['NOW', plan.ratherNow] as const);
  const address = `${pageOf('preview', one)}&plan=${svcIdOf('plan', to.id)}&when=${other}`;
  return html`<section class="panel row apart" aria-labelledby="other">
<div><h2 id="other">${title}</h2>
<p class="quiet">${text}</p></div>
<a class="button" href="${address}">${plan.otherSummary}</a>
</section>`;
}

/** The bank has refused the charge of a plan change, by this code of the provider: nothing changed. */
export function planRefusedPage(view: PortalView, one: Subscription, code: string | null): HtmlPage {
  const { plan, neverMind } = wordsOf(view);
  const card =
    view.actions.includes('card') &&
    deed(view, 'card', one, html`<button class="primary">${plan.otherCard}</button>`);
  const further = html`${card}<a class="button" href="${pageOf('home', one)}">${neverMind}</a>`;
  return portalPage(
    view,
    plan.refused.title,
    html`<div role="alert">${message('bad', plan.refused, further, html`<p>${DECLINE_WORDS[view.language][payProvider.declineReason(code)]}</p>`)}</div>`,
  );
}
