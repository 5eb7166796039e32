import { html, type Html } from '../../pages/html.ts';
import { ACTIONS, type Difference } from '../../billing/difference.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { listDifferences } from '../../reconciliation/list-differences.ts';
import { readComparison } from '../../table/differences/comparisons.ts';
import { openDifference } from '../../table/differences/differences.ts';
import { differencesInput } from '../../wire/differences.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import {
  block,
  download,
  empty,
  facts,
  field,
  head,
  hidden,
  pager,
  time,
  to,
  toSubscriber,
} from './parts.ts';
import { whoMay } from './subscriber.ts';

/** Differences in words. */
const KINDS: Readonly<Record<Difference['kind'], string>> = {
  charged_after_cancellation: 'Charged after a cancellation',
  plan_differs: 'The plan differs',
  status_differs: 'The status differs',
  charge_without_invoice: 'A charge without an invoice',
  unknown_at_provider: 'Unknown at iyzico',
  unknown_here: 'Unknown here',
  refund_unconfirmed: 'A refund of which iyzico shows nothing',
  second_subscription: 'A second subscription of the same customer',
};

/** What we and iyzico do not agree on, each with what can be done. */
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
    const ids = found.items.map(({ id }) => id);
    const said = comparison
      ? html`The comparison that began ${time(comparison.startedAt)} is under way.`
      : html`Every night all live subscriptions are compared with iyzico. Nothing is corrected without you.`;
    const tab = (one: string, label: string) =>
      html`<a href="${to('differences', { state: one })}"${one === state && html` aria-current="page"`}>${label}</a>`;
    return {
      title: 'Differences',
      content: html`${head('Differences from iyzico', undefined, download('differences', { state }))}
<p class="prose quiet">${said}</p>
<nav class="tabs" aria-label="State">${tab('open', 'Open')}${tab('closed', 'Closed')}</nav>
${ids.length === 0 ? empty(state === 'open' ? 'No difference is open.' : 'None was closed yet.') : html`<div class="stack roomy">${found.items.map(panel)}</div>`}
${pager('differences', { ...query, state }, { first: ids[0], last: ids.at(-1), hasMore: found.hasMore })}`,
    };
  },
};

function panel(one: Difference): Html {
  const { id, kind, ours, theirs, since, subscriberId, closedAt, closing } = one;
  const how = closing ? `by ${closing.by}: ${closing.because}` : 'a comparison found it gone';
  return html`<section class="panel stack" aria-labelledby="d-${id}"><h2 id="d-${id}">${KINDS[kind]}</h2>
<dl class="versus"><dt>Here</dt><dd>${ours}</dd><dt>At iyzico</dt><dd>${theirs}</dd></dl>
<p class="quiet small">Since ${time(since)}${closedAt !== null && html`; closed ${time(closedAt)}, ${how}`}</p>
${closedAt === null && html`<p>${ACTIONS[kind]}</p>`}
<div class="row">${subscriberId !== null && html`<a class="button" href="${toSubscriber(subscriberId)}">Open the subscriber</a>`}${closedAt === null && html`<a class="button" href="${to('difference', { id })}">Settle this difference</a>`}</div></section>`;
}

/** One open difference, and closing it by hand. */
export const difference: Screen = {
  place: 'differences',
  show: async (visit) => {
    const { app, tenant, query, person } = visit;
    const one = await openDifference(app, tenant.id, query.id ?? '');
    if (!one) throw new OperatorError('there is no such open difference; it may have been closed meanwhile');
    const { kind, subscriberId } = one;
    const pairs = [
      ['Here', one.ours],
      ['At iyzico', one.theirs],
      ['Since', time(one.since)],
      ['iyzico reference', html`<code class="id">${one.reference}</code>`],
    ] as const;
    const form = html`<form class="stack roomy" method="post" action="/console/close-difference">${hidden(visit, { id: one.id })}
<p class="prose">Closing changes nothing here and nothing at iyzico. It stays closed while comparisons find it unchanged.</p>
${field(visit, 'because', 'What was done about it', { hint: 'For whoever asks later; no personal data', max: 500 })}
<div><button>Close this difference</button></div></form>`;
    return {
      title: KINDS[kind],
      content: html`${head(KINDS[kind], [to('differences'), 'Differences'])}
${facts(pairs)}
<p class="prose"><strong>${ACTIONS[kind]}</strong></p>
${subscriberId !== null && html`<div><a class="button primary" href="${toSubscriber(subscriberId)}">Open the subscriber</a></div>`}
${block('close', 'Close by hand', mayDo(person.roles, 'money') ? form : html`<p>${whoMay('money')}</p>`)}`,
    };
  },
};
