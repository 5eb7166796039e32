import type { Plan } from '../../client/src/generated.ts';
import { escape, page, priceOf } from './html.ts';

/** What is sold, and who buys it; with what was `entered` before, if anything was. */
export function plansPage(
  plans: readonly Plan[],
  message: string | undefined,
  entered: Readonly<Record<string, string>> = {},
): string {
  const chosen = plans.findIndex(({ referenceCode }) => referenceCode === entered.plan);
  const choices = plans.map(
    (plan, nth) => `<label class="plan">
<input type="radio" name="plan" value="${escape(plan.referenceCode)}" required${nth === Math.max(0, chosen) ? ' checked' : ''}>
<strong>${escape(plan.name)}</strong>
<span>${escape(priceOf(plan))}</span>
${plan.trialPeriodDays > 0 ? `<em>${plan.trialPeriodDays} days free</em>` : ''}
</label>`,
  );
  const fields = [
    field('name', 'First name', 'given-name', entered.name ?? 'Ayşe'),
    field('surname', 'Last name', 'family-name', entered.surname ?? 'Yılmaz'),
    field('email', 'E-mail', 'email', entered.email ?? '', 'email'),
    field('gsmNumber', 'Phone', 'tel', entered.gsmNumber ?? '0535 000 00 00', 'tel'),
    field('identityNumber', 'National ID number', 'off', '11111111111'),
  ];
  return page(
    'Coffee, every month',
    message,
    `<form method="post" action="/subscribe" class="order">
<fieldset><legend>Choose a plan</legend><div class="plans">${choices.join('\n')}</div></fieldset>
<fieldset><legend>Who is it for?</legend><div class="fields">${fields.join('\n')}</div></fieldset>
<button class="main">Go to payment</button>
</form>`,
  );
}

function field(name: string, label: string, autocomplete: string, value: string, type = 'text'): string {
  return `<label>${label}<input name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escape(value)}" required></label>`;
}
