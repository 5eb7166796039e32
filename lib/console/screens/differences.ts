import { say } from '../say.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { html, type Html } from '../../pages/html.ts';
import type { Difference } from '../../billing/difference.ts';
import { listDifferences } from '../../reconciliation/list-differences.ts';
import { readComparison } from '../../table/differences/comparisons.ts';
import { findOpenDifference } from '../../reconciliation/close-by-hand.ts';
import { differencesInput } from '../../wire/differences.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { isAboutPlans, planNames, sideSaid, type PlanNames } from './difference-sides.ts';
import { field, form } from './forms.ts';
import { block, download, empty, facts, head, pager, time, to, toSubscriber } from './parts.ts';
import { whoMay } from './subscriber.ts';

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

/** What we and the payment provider do not agree on, each with what can be done. */
export const differences: Screen = {
  place: 'differences',
  show: async ({ app, tenant, query }) => {
    const { starting_after, ending_before, kind } = query;
    const state = query.state === 'closed' ? 'closed' : 'open';
    const input = differencesInput({ kind, state, starting_after, ending_before, limit: '25' });
    const [found, comparison] = await Promise.all([
      listDifferences(app, tenant.id, input),
      readComparison(app, tenant.id),
    ]);
    const names = await planNames(app, tenant.id, found.items.some(isAboutPlans));
    const ids = found.items.map(({ id }) => id);
    const said = comparison
      ? html`${sayOnScreen().differences.underWay(time(comparison.startedAt))}`
      : html`${sayOnScreen().differences.nightly}`;
    const tab = (one: string, label: string) =>
      html`<a href="${to('differences', { state: one })}"${one === state && html` aria-current="page"`}>${label}</a>`;
    return {
      title: sayOnScreen().differences.title,
      content: html`${head(sayOnScreen().differences.from, undefined, download('differences', { state }))}
<p class="prose quiet">${said}</p>
<nav class="tabs" aria-label="${sayOnScreen().differences.state}">${tab('open', sayOnScreen().differences.open)}${tab('closed', sayOnScreen().differences.closed)}</nav>
${ids.length === 0 ? empty(state === 'open' ? sayOnScreen().differences.noneOpen : sayOnScreen().differences.noneClosed) : html`<div class="stack roomy">${found.items.map((one) => panel(one, names))}</div>`}
${pager('differences', { ...query, state }, { first: ids[0], last: ids.at(-1), hasMore: found.hasMore })}`,
    };
  },
};

function panel(one: Difference, names: PlanNames): Html {
  const { id, kind, ours, theirs, since, subscriberId, closedAt, closing } = one;
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
    const { app, tenant, query, person } = visit;
    const one = await findOpenDifference(app, tenant.id, query.id);
    const { kind, subscriberId } = one;
    const names = await planNames(app, tenant.id, isAboutPlans(one));
    const pairs = [
      [sayOnScreen().differences.here, sideSaid(one.ours, names)],
      [sayOnScreen().differences.there, sideSaid(one.theirs, names)],
      [sayOnScreen().differences.since, time(one.since)],
      [sayOnScreen().differences.reference, html`<code class="id">${one.reference}</code>`],
    ] as const;
    const own = form(
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
${kind === 'unknown_here' && (mayDo(person.roles, 'account') ? html`<div><a class="button primary" href="${to('import', { id: one.id })}">${sayOnScreen().differences.importIt}</a></div>` : html`<p>${whoMay('account')}</p>`)}
${block('close', sayOnScreen().differences.closeByHand, mayDo(person.roles, 'money') ? own : html`<p>${whoMay('money')}</p>`)}`,
    };
  },
};
