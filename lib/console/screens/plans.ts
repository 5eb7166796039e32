import { language } from '../say.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { html } from '../../pages/html.ts';
import { perPeriod } from '../../pages/price.ts';
import { every } from '../../pages/words.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { idFrom } from '../../billing/identifiers.ts';
import type { Plan } from '../../billing/plan.ts';
import { VAT_RATES } from '../../billing/vat.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { FEATURES } from '../../limits.ts';
import { writtenFeatures } from '../../wire/written-features.ts';
import { savedFeatures, savedGrace } from '../saved.ts';
import { field, form, lines, select } from './forms.ts';
import { amount, block, download, empty, facts, head, mark, oneButton, table, to } from './parts.ts';
import { whoMay } from './subscriber.ts';

const COLUMNS = () =>
  [
    { name: sayOnScreen().plans.plan },
    { name: sayOnScreen().plans.state, kind: 'top-end' },
    { name: sayOnScreen().plans.every },
    { name: sayOnScreen().plans.trial, kind: 'lab' },
    { name: sayOnScreen().plans.grace, kind: 'lab' },
    { name: sayOnScreen().plans.price, kind: 'num' },
  ] as const;

const days = (count: number | null) =>
  count === null || count === 0 ? sayOnScreen().plans.none : sayOnScreen().plans.days(count);

const vatSaid = ({ vatRate }: Plan) =>
  vatRate === null ? sayOnScreen().plans.vatOfAccount : sayOnScreen().plans.percent(vatRate);

const stateOf = ({ active }: Plan) =>
  active ? mark('good', sayOnScreen().plans.active) : mark('over', sayOnScreen().plans.retired);

/** The plans, and taking them over from the payment provider. */
export const plans: Screen = {
  place: 'plans',
  show: async (visit) => {
    const { app, tenant, person } = visit;
    const all = await plansOf(app, tenant.id, { consistent: true });
    const rows = all.map((plan) => [
      html`<a href="${to('plan', { id: plan.reference })}">${plan.name}</a>${plan.lookupKey !== null && html` <small>${plan.lookupKey}</small>`}`,
      stateOf(plan),
      every(language(), plan.interval, plan.intervalCount),
      days(plan.trialDays),
      days(plan.graceDays),
      amount(plan.price, plan.currency),
    ]);
    const sync = mayDo(person.roles, 'connections')
      ? oneButton(visit, 'sync-plans', sayOnScreen().plans.takeOver)
      : html`<p>${whoMay('connections')}</p>`;
    return {
      title: sayOnScreen().plans.title,
      content: html`${head(sayOnScreen().plans.title, undefined, html`<div class="row">${sync}${download('plans')}</div>`)}
<p class="prose quiet">${sayOnScreen().plans.said}</p>
${rows.length === 0 ? empty(sayOnScreen().plans.noPlans) : table(sayOnScreen().plans.title, COLUMNS(), rows)}`,
    };
  },
};

/** One plan, and what only we know of it. */
export const plan: Screen = {
  place: 'plans',
  show: async (visit) => {
    const { app, tenant, query, person } = visit;
    const all = await plansOf(app, tenant.id, { consistent: true });
    const id = idFrom('plan', query.id ?? '');
    const one = all.find((each) => each.reference === query.id || each.id === id);
    if (!one) throw new OperatorError('there is no such plan');
    const pairs = [
      [sayOnScreen().plans.price, perPeriod(language(), one)],
      [sayOnScreen().plans.trial, days(one.trialDays)],
      [sayOnScreen().plans.grace, days(one.graceDays)],
      [sayOnScreen().plans.vatRate, vatSaid(one)],
      [
        sayOnScreen().plans.kind,
        one.type === 'PHYSICAL' ? sayOnScreen().plans.physical : sayOnScreen().plans.digital,
      ],
      [sayOnScreen().plans.reference, html`<code class="id">${one.reference}</code>`],
      [sayOnScreen().plans.lookupKey, one.lookupKey ?? sayOnScreen().plans.none],
    ] as const;
    const own = form(
      visit,
      'set-grace',
      { saved: savedGrace(one), about: { id: one.reference } },
      (
        of,
      ) => html`${field(of, 'graceDays', sayOnScreen().plans.graceDays, { hint: sayOnScreen().plans.graceHint, isOptional: true, max: 3 })}
${select(of, 'vatRate', sayOnScreen().plans.vatRate, [['', sayOnScreen().plans.vatOfAccount], ...VAT_RATES.map((rate) => [String(rate), sayOnScreen().plans.percent(rate)] as const)])}
<div><button class="primary">${sayOnScreen().plans.saveGrace}</button></div>`,
    );
    const included = form(
      visit,
      'set-features',
      { saved: savedFeatures(one), about: { id: one.reference } },
      (
        of,
      ) => html`${lines(of, 'features', sayOnScreen().plans.features, { hint: sayOnScreen().plans.featuresHint(FEATURES.max), rows: 6 })}
<div><button class="primary">${sayOnScreen().plans.saveFeatures}</button></div>`,
    );
    const written = writtenFeatures(one.features).map((line) => html`<li><code>${line}</code></li>`);
    const isOwner = mayDo(person.roles, 'account');
    const shown =
      written.length === 0
        ? html`<p class="quiet">${sayOnScreen().plans.noFeatures}</p>`
        : html`<ul>${written}</ul>`;
    return {
      title: one.name,
      content: html`${head(one.name, [to('plans'), sayOnScreen().plans.title], stateOf(one))}
${facts(pairs)}
<div><a href="${to('subscribers', { plan: one.reference })}">${sayOnScreen().plans.itsSubscribers}</a></div>
${block('features', sayOnScreen().plans.includes, isOwner ? included : html`${shown}<p>${whoMay('account')}</p>`)}
${block('own', sayOnScreen().plans.own, isOwner ? own : html`<p>${whoMay('account')}</p>`)}`,
    };
  },
};
