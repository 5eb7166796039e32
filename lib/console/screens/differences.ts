import type { Difference } from '../../billing/difference.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { PAY } from '../../pages/console/provider-names.ts';
import { html, type Html } from '../../pages/html.ts';
import { findOpenDifference } from '../../reconciliation/close-by-hand.ts';
import { listDifferences } from '../../reconciliation/list-differences.ts';
import { readComparison } from '../../table/differences/comparisons.ts';
import { differencesInput } from '../../wire/differences.ts';
import { momentCell } from '../csv.ts';
import { panels } from '../list.ts';
import { say } from '../say.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import type { Screen } from '../visit.ts';
import { isAboutPlans, planNames, sideSaid, type PlanNames } from './difference-sides.ts';
import { field, form } from './forms.ts';
import { listScreen } from './list.ts';
import { block, facts, forWhoMay, head, time, to, toSubscriber } from './parts.ts';

/** Differences in words. */
const KINDS = (): Readonly<Record<Difference['kind'], string>> => ({
  charged_after_cancellation: sayOnScreen().differences.charged_after_cancellation,
  plan_differs: sayOnScreen().differences.plan_differs,
  status_differs: sayOnScreen().differences.status_differs,
  charge_without_invoice: sayOnScreen().differences.charge_without_invoice,
  unknown_at_provider: sayOnScreen().differences.unknown_at_provider,
  unknown_here: sayOnScreen().differences.unknown_here,
  refund_unconfirmed: sayOnScreen().differences.refund_unconfirmed,
  second_subscription: sayOnScreen().differences.second_subscription,
});

/** What we and the payment provider do not agree on. */
export const differenceList = panels({
  screen: 'differences',
  place: 'differences',
  title: () => sayOnScreen().differences.title,
  filters: () => [
    {
      ...{ is: 'tab', name: 'state', label: sayOnScreen().differences.state },
      options: [
        ['open', sayOnScreen().differences.open],
        ['closed', sayOnScreen().differences.closed],
      ],
    },
    { is: 'carried', name: 'kind' },
  ],
  read: async ({ app, tenant }, asked) => {
    const { items, hasMore } = await listDifferences(app, tenant.id, differencesInput(asked));
    const names = await planNames(app, tenant.id, items.some(isAboutPlans));
    return { items: items.map((one) => ({ ...one, names })), hasMore };
  },
  idOf: ({ id }) => id,
  panel,
  none: ({ state }) =>
    state === 'open' ? sayOnScreen().differences.noneOpen : sayOnScreen().differences.noneClosed,
  file: {
    name: 'differences',
    columns: [
      ['difference', 'fark', ({ id }) => id],
      ['kind', 'tür', ({ kind }) => kind],
      ['here', 'burada', ({ ours, names }) => sideSaid(ours, names)],
      [`at ${PAY}`, `${PAY} tarafında`, ({ theirs, names }) => sideSaid(theirs, names)],
      ['since', 'başlangıç', ({ since }) => momentCell(since)],
      ['closed', 'kapanış', ({ closedAt }) => momentCell(closedAt)],
      ['closed by', 'kapatan', ({ closing }) => closing?.by],
      ['because', 'neden', ({ closing }) => closing?.because],
      ['subscriber', 'abone', ({ subscriberId }) => subscriberId && svcIdOf('subscription', subscriberId)],
      [`${PAY} reference`, `${PAY} referansı`, ({ reference }) => reference],
    ],
  },
});

/** The screen of differences, each with what can be done. */
export const differences: Screen = listScreen(differenceList, {
  heading: () => sayOnScreen().differences.from,
  intro: async ({ app, tenant }) => {
    const comparison = await readComparison(app, tenant.id);
    const { underWay, nightly } = sayOnScreen().differences;
    return html`<p class="prose quiet">${comparison ? underWay(time(comparison.startedAt)) : nightly}</p>`;
  },
});

function panel(one: Difference & { readonly names: PlanNames }): Html {
  const { id, kind, ours, theirs, since, subscriberId, closedAt, closing, names } = one;
  const words = sayOnScreen().differences;
  const at = time(closedAt);
  const how = closing ? words.closedBy(at, closing.by, closing.because) : words.gone(at);
  return html`<section class="panel stack" aria-labelledby="d-${id}"><h2 id="d-${id}">${KINDS()[kind]}</h2>
<dl class="versus"><dt>${sayOnScreen().differences.here}</dt><dd>${sideSaid(ours, names)}</dd><dt>${sayOnScreen().differences.there}</dt><dd>${sideSaid(theirs, names)}</dd></dl>
<p class="quiet small">${sayOnScreen().differences.since} ${time(since)}${closedAt !== null && html`; ${how}`}</p>
${closedAt === null && html`<p>${say().differenceActions[kind]}</p>`}
<div class="row">${subscriberId !== null && html`<a class="button" href="${toSubscriber(subscriberId)}">${sayOnScreen().differences.openSubscriber}</a>`}${closedAt === null && html`<a class="button" href="${to('difference', { id })}">${sayOnScreen().differences.settle}</a>`}</div></section>`;
}

/** One open difference, and closing it by hand. */
export const difference: Screen = {
  place: 'differences',
  show: async (visit) => {
    const { app, tenant, query } = visit;
    const one = await findOpenDifference(app, tenant.id, query.id);
    const { kind, subscriberId } = one;
    const names = await planNames(app, tenant.id, isAboutPlans(one));
    const pairs = [
      [sayOnScreen().differences.here, sideSaid(one.ours, names)],
      [sayOnScreen().differences.there, sideSaid(one.theirs, names)],
      [sayOnScreen().differences.since, time(one.since)],
      [sayOnScreen().differences.reference, html`<code class="id">${one.reference}</code>`],
    ] as const;
    const own = () =>
      form(
        visit,
        'close-difference',
        { about: { id: one.id }, kind: 'stack roomy' },
        (of) => html`<p class="prose">${sayOnScreen().differences.changesNothing}</p>
${field(of, 'because', sayOnScreen().differences.because, { hint: sayOnScreen().differences.becauseHint, max: 500 })}
<div><button>${sayOnScreen().differences.close}</button></div>`,
      );
    return {
      title: KINDS()[kind],
      content: html`${head(KINDS()[kind], [to('differences'), sayOnScreen().differences.title])}
${facts(pairs)}
<p class="prose"><strong>${say().differenceActions[kind]}</strong></p>
${subscriberId !== null && html`<div><a class="button primary" href="${toSubscriber(subscriberId)}">${sayOnScreen().differences.openSubscriber}</a></div>`}
${kind === 'unknown_here' && forWhoMay(visit, 'account', () => html`<div><a class="button primary" href="${to('import', { id: one.id })}">${sayOnScreen().differences.importIt}</a></div>`)}
${block('close', sayOnScreen().differences.closeByHand, forWhoMay(visit, 'money', own))}`,
    };
  },
};
