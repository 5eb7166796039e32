import { html } from '../../pages/html.ts';
import { every } from '../../pages/words.ts';
import type { PlanWarning } from '../../billing/plan-preview.ts';
import type { BoundPreview } from '../../subscriptions/preview-change.ts';
import type { SignedInPerson } from '../session.ts';
import type { Shown } from '../visit.ts';
import { amount, day, head, hidden, minute, to, whatThisDoes, type Effects } from './parts.ts';
import { nameOf } from './subscriber.ts';

const WARNINGS: Readonly<Record<PlanWarning, string>> = {
  cancellation_kept: 'The cancellation stays: the subscription ends as it would without the change.',
  payment_failed: 'A payment is unpaid; the change does not settle it.',
  trial_given_up: 'The rest of the free trial is given up.',
  paid_days_given_up: 'Paid days are given up.',
  other_currency: 'The plan has another currency: this change is not possible.',
  plan_retired: 'The plan is retired: this change is not possible.',
};

/** A preview of somebody's plan change, and when it is to take effect. */
interface AskedPreview extends BoundPreview {
  readonly id: string;
  readonly when: 'NOW' | 'NEXT_PERIOD';
}

/** What changing to a plan does, from the preview that the change is then held to. */
export function planPreview(who: SignedInPerson, asked: AskedPreview): Shown {
  const { subscription: one, to: plan, preview, previewId, id, when } = asked;
  const { charge, warnings, inexact } = preview;
  const name = nameOf(one);
  const title = `Change ${name} to ${plan.name}`;
  const label = charge
    ? `Change and charge ${amount(charge.amount, charge.currency)}`
    : 'Change, charge nothing today';
  const form =
    previewId === null || inexact !== null
      ? html`<p class="notice warm"><span>${inexact ?? 'This change is not possible.'}</span></p>`
      : html`<form method="post" action="/console/change-plan">${hidden(who, { id, plan: plan.reference, when, preview: previewId })}<div class="answer"><button class="primary">${label}</button><a class="button" href="${to('subscriber', { id })}">Back, change nothing</a></div></form>`;
  return {
    title,
    content: html`${head(title, [to('change-plan', { id }), 'Other plans'])}
${warnings.map((one) => html`<p class="notice warm"><span>${WARNINGS[one]}</span></p>`)}
${whatThisDoes(effectsOf(asked))}
${form}
<p class="quiet small">It is made as it is said here, until ${minute(asked.expiresAt)}, or not at all.</p>`,
  };
}

function effectsOf(asked: AskedPreview): Effects {
  const { subscription: one, to: plan, preview } = asked;
  const { charge, nextPayment, lost } = preview;
  const now = charge ? `${amount(charge.amount, charge.currency)} is charged today.` : 'Nothing today.';
  const next =
    nextPayment &&
    ` ${amount(nextPayment.amount, nextPayment.currency)} on ${day(nextPayment.at)}, then ${every('en', plan.interval, plan.intervalCount)}.`;
  const given =
    lost.days > 0 &&
    ` ${lost.days} paid days, worth ${amount(lost.amount, one.plan.currency)}, are given up.`;
  return {
    money: `${now}${next || ''}${given || ''}`,
    provider: 'The plan is changed, with a new reference.',
    here: hereSaid(asked),
    sent: charge ? 'DID_CHANGE_RENEWAL_PREF, and DID_RENEW for the charge.' : 'DID_CHANGE_RENEWAL_PREF.',
  };
}

function hereSaid({ subscription: one, to: plan, preview: { effectiveAt, charge } }: AskedPreview): string {
  if (effectiveAt === null) return `The plan stays ${one.plan.name}: the subscription ends before.`;
  if (charge) return `The plan is ${plan.name} from now on.`;
  return `${one.plan.name} until ${day(effectiveAt)}, then ${plan.name}.`;
}
