import { say } from '../say.ts';
import { html } from '../../pages/html.ts';
import { every } from '../../pages/words.ts';
import type { PlanWarning } from '../../billing/plan-preview.ts';
import type { BoundPreview } from '../../subscriptions/preview-change.ts';
import type { SignedInPerson } from '../session.ts';
import type { Shown } from '../visit.ts';
import { amount, day, head, hidden, minute, to, whatThisDoes, type Effects } from './parts.ts';
import { nameOf } from './subscriber-said.ts';

const WARNINGS = (): Readonly<Record<PlanWarning, string>> => ({
  cancellation_kept: say().actions.w_cancellation_kept,
  payment_failed: say().actions.w_payment_failed,
  trial_given_up: say().actions.w_trial,
  paid_days_given_up: say().actions.w_days,
  other_product: say().actions.w_product,
  other_interval: say().actions.w_interval,
});

/** A preview of somebody's plan change, and when it is to take effect. */
interface AskedPreview extends BoundPreview {
  readonly id: string;
  readonly when: 'NOW' | 'NEXT_PERIOD';
}

/** What changing to a plan does, from the preview that the change is then held to. */
export function planPreview(who: SignedInPerson, asked: AskedPreview): Shown {
  const { subscription: one, to: plan, preview, previewId, id, when } = asked;
  const { charge, warnings, inexact, isDayOpen } = preview;
  const name = nameOf(one);
  const title = say().actions.changeTo(name, plan.name);
  const label = charge
    ? say().actions.changeAndCharge(amount(charge.amount, charge.currency))
    : say().actions.changeFree;
  const form =
    inexact !== null && !isDayOpen
      ? html`<p class="notice warm"><span>${inexact}</span></p>`
      : html`<form method="post" action="/console/change-plan">${hidden(who, { id, plan: plan.reference, when, preview: previewId })}<div class="answer"><button class="primary">${label}</button><a class="button" href="${to('subscriber', { id })}">${say().actions.back}</a></div></form>`;
  return {
    title,
    content: html`${head(title, [to('change-plan', { id }), say().actions.otherPlans])}
${isDayOpen && html`<p class="notice warm"><span>${say().actions.dayOpen}</span></p>`}
${warnings.map((one) => html`<p class="notice warm"><span>${WARNINGS()[one]}</span></p>`)}
${whatThisDoes(effectsOf(asked))}
${form}
<p class="quiet small">${say().actions.asSaid(minute(asked.expiresAt))}</p>`,
  };
}

function effectsOf(asked: AskedPreview): Effects {
  const { subscription: one, to: plan, preview } = asked;
  const { charge, nextPayment, lost } = preview;
  const now = charge
    ? say().actions.chargedToday(amount(charge.amount, charge.currency))
    : say().actions.nothingNow;
  const next =
    nextPayment &&
    !preview.isDayOpen &&
    ` ${say().actions.chargedThen(amount(nextPayment.amount, nextPayment.currency), day(nextPayment.at), every(plan.interval, plan.intervalCount))}`;
  const given =
    lost.days > 0 && ` ${say().actions.givenUp(lost.days, amount(lost.amount, one.plan.currency))}`;
  return {
    money: `${now}${next || ''}${given || ''}`,
    provider: say().actions.changedThere,
    here: hereSaid(asked),
    sent: charge ? say().actions.prefAndRenew : 'DID_CHANGE_RENEWAL_PREF.',
  };
}

function hereSaid({ subscription: one, to: plan, preview: { effectiveAt, charge } }: AskedPreview): string {
  if (effectiveAt === null) return say().actions.stays(one.plan.name);
  if (charge) return say().actions.fromNow(plan.name);
  return say().actions.untilThen(one.plan.name, day(effectiveAt), plan.name);
}
