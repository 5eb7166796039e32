import { language } from '../say.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { LIST_WORDS } from '../../pages/console/list-words.ts';
import { PAY } from '../../pages/console/provider-names.ts';
import { html, type Html } from '../../pages/html.ts';
import { perPeriod } from '../../pages/price.ts';
import { every } from '../../pages/words.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { idFrom, svcIdOf } from '../../billing/identifiers.ts';
import type { Plan } from '../../billing/plan.ts';
import { VAT_RATES } from '../../billing/vat.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { amountCell } from '../csv.ts';
import { list } from '../list.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { FEATURES } from '../../limits.ts';
import { writtenFeatures } from '../../wire/written-features.ts';
import { savedFeatures, savedGrace } from '../saved.ts';
import { field, form, lines, select } from './forms.ts';
import { listScreen } from './list.ts';
import { amount, block, facts, forWhoMay, head, mark, oneButton, to, whoMay } from './parts.ts';

const days = (count: number | null) =>
  count === null || count === 0 ? sayOnScreen().plans.none : sayOnScreen().plans.days(count);

const vatSaid = ({ vatRate }: Plan) =>
  vatRate === null ? sayOnScreen().plans.vatOfAccount : sayOnScreen().plans.percent(vatRate);

const stateOf = ({ active }: Plan) =>
  active ? mark('good', sayOnScreen().plans.active) : mark('over', sayOnScreen().plans.retired);

/** The plans, retired ones too: they are few, and there are no further pages. */
export const planList = list({
  screen: 'plans',
  place: 'plans',
  title: () => sayOnScreen().plans.title,
  read: async ({ app, tenant }) => ({
    items: await plansOf(app, tenant.id, { consistent: true }),
    hasMore: false,
  }),
  idOf: ({ id }) => svcIdOf('plan', id),
  columns: () => [
    { name: sayOnScreen().plans.plan, cell: planLink },
    { name: sayOnScreen().plans.state, kind: 'top-end', cell: stateOf },
    {
      name: sayOnScreen().plans.every,
      cell: ({ interval, intervalCount }) => every(interval, intervalCount),
    },
    { name: sayOnScreen().plans.trial, kind: 'lab', cell: ({ trialDays }) => days(trialDays) },
    { name: sayOnScreen().plans.grace, kind: 'lab', cell: ({ graceDays }) => days(graceDays) },
    {
      ...{ name: sayOnScreen().plans.price, kind: 'num' },
      cell: ({ price, currency }) => amount(price, currency),
    },
  ],
  none: () => sayOnScreen().plans.noPlans,
  file: {
    name: 'plans',
    columns: [
      ['plan', 'plan', ({ id }) => svcIdOf('plan', id)],
      ['name', 'ad', ({ name }) => name],
      ['active', 'etkin', ({ active }) => LIST_WORDS[language()].export[active ? 'yes' : 'no']],
      ['price', 'ücret', ({ price }) => amountCell(price)],
      ['currency', 'para birimi', ({ currency }) => currency],
      ['interval', 'dönem', ({ interval }) => interval],
      ['count', 'dönem sayısı', ({ intervalCount }) => intervalCount],
      ['trial days', 'deneme günü', ({ trialDays }) => trialDays],
      ['grace days', 'ek süre günü', ({ graceDays }) => graceDays],
      ['VAT rate', 'KDV oranı', ({ vatRate }) => vatRate],
      ['lookup key', 'arama anahtarı', ({ lookupKey }) => lookupKey],
      [`${PAY} reference`, `${PAY} referansı`, ({ reference }) => reference],
      ['includes', 'içeriği', ({ features }) => writtenFeatures(features).join('; ')],
    ],
  },
});

const planLink = ({ reference, name, lookupKey }: Plan): Html =>
  html`<a href="${to('plan', { id: reference })}">${name}</a>${lookupKey !== null && html` <small>${lookupKey}</small>`}`;

/** The screen of all plans, and of taking them over from the payment provider. */
export const plans: Screen = listScreen(planList, {
  beside: (visit) =>
    forWhoMay(visit, 'connections', () => oneButton(visit, 'sync-plans', sayOnScreen().plans.takeOver)),
  intro: () => html`<p class="prose quiet">${sayOnScreen().plans.said}</p>`,
});

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
      [sayOnScreen().plans.price, perPeriod(one)],
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
