import { html } from '../../pages/html.ts';
import { every } from '../../pages/words.ts';
import { OperatorError } from '../../account/operator-error.ts';
import type { Plan } from '../../billing/plan.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import {
  amount,
  block,
  download,
  empty,
  facts,
  field,
  head,
  hidden,
  mark,
  oneButton,
  table,
  to,
} from './parts.ts';
import { whoMay } from './subscriber.ts';

const COLUMNS = [
  { name: 'Plan' },
  { name: 'State', kind: 'top-end' },
  { name: 'Every' },
  { name: 'Trial' },
  { name: 'Grace' },
  { name: 'Price', kind: 'num' },
] as const;

const days = (count: number | null) => (count === null || count === 0 ? 'none' : `${count} days`);

const stateOf = ({ active }: Plan) => (active ? mark('good', 'Active') : mark('over', 'Retired'));

/** The plans, and taking them over from iyzico. */
export const plans: Screen = {
  place: 'plans',
  show: async (visit) => {
    const { app, tenant, person } = visit;
    const all = await plansOf(app, tenant.id, { consistent: true });
    const rows = all.map((plan) => [
      html`<a href="${to('plan', { id: plan.reference })}">${plan.name}</a>${plan.lookupKey !== null && html` <small>${plan.lookupKey}</small>`}`,
      stateOf(plan),
      every('en', plan.interval, plan.intervalCount),
      days(plan.trialDays),
      days(plan.graceDays),
      amount(plan.price, plan.currency),
    ]);
    const sync = mayDo(person.roles, 'connections')
      ? oneButton(visit, 'sync-plans', 'Take over from iyzico')
      : html`<p>${whoMay('connections')}</p>`;
    return {
      title: 'Plans',
      content: html`${head('Plans', undefined, html`<div class="row">${sync}${download('plans')}</div>`)}
<p class="prose quiet">Plans and prices are made in iyzico’s panel. What is gone there is retired here: running subscriptions keep their terms.</p>
${rows.length === 0 ? empty('There are no plans yet.') : table('Plans', COLUMNS, rows)}`,
    };
  },
};

/** One plan, and what only we know of it. */
export const plan: Screen = {
  place: 'plans',
  show: async (visit) => {
    const { app, tenant, query, person } = visit;
    const all = await plansOf(app, tenant.id, { consistent: true });
    const one = all.find(({ reference }) => reference === query.id);
    if (!one) throw new OperatorError('there is no such plan');
    const pairs = [
      ['Price', `${amount(one.price, one.currency)} ${every('en', one.interval, one.intervalCount)}`],
      ['Trial', days(one.trialDays)],
      ['Grace', days(one.graceDays)],
      ['Kind', one.type === 'PHYSICAL' ? 'Physical' : 'Digital'],
      ['iyzico reference', html`<code class="id">${one.reference}</code>`],
      ['Lookup key', one.lookupKey ?? 'none'],
    ] as const;
    const form = html`<form class="stack" method="post" action="/console/set-grace">${hidden(visit, { id: one.reference })}
${field(visit, 'graceDays', 'Days of access after a failed payment', { hint: 'Empty for none. Subscriptions keep the terms they were sold with.', type: 'number', value: one.graceDays === null ? '' : String(one.graceDays), isOptional: true, max: 3 })}
<div><button class="primary">Save the grace</button></div></form>`;
    return {
      title: one.name,
      content: html`${head(one.name, [to('plans'), 'Plans'], stateOf(one))}
${facts(pairs)}
<div><a href="${to('subscribers', { plan: one.reference })}">Its subscribers</a></div>
${block('grace', 'Grace', mayDo(person.roles, 'account') ? form : html`<p>${whoMay('account')}</p>`)}`,
    };
  },
};
