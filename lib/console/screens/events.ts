import { say } from '../say.ts';
import { html, type Html } from '../../pages/html.ts';
import { EVENT_TYPES } from '../../billing/events.ts';
import { findDeliveries } from '../../webhooks/find-event.ts';
import { listEvents } from '../../webhooks/list-events.ts';
import { findReplay } from '../../webhooks/replay.ts';
import { eventAnswer, eventInput, eventListInput, replayProgressInput } from '../../wire/events.ts';
import { mayDo } from '../roles.ts';
import type { Given, Screen, Visit } from '../visit.ts';
import { EVENT_WORDS } from '../words.ts';
import { EVENT_COLUMNS, eventRows } from './event-rows.ts';
import { field, form, select, withQuery } from './forms.ts';
import {
  block,
  download,
  empty,
  facts,
  head,
  mark,
  oneButton,
  pager,
  table,
  time,
  to,
  toSubscriber,
} from './parts.ts';
import { whoMay } from './subscriber.ts';

/** The filters of an address, as it has them. */
export const eventFilters = ({ type, state, from, to: until, 'svc-id': svcId }: Given): Given => ({
  type,
  state,
  from,
  to: until,
  'svc-id': svcId,
});

/** The events of the tenant, newest first, and sending those again that were not delivered. */
export const events: Screen = {
  place: 'events',
  from: ({ 'svc-id': svcId }) => ({ screen: 'events', query: { 'svc-id': svcId } }),
  show: async (visit) => {
    const { app, tenant, query } = visit;
    const { starting_after, ending_before } = query;
    const filters = eventFilters(query);
    const input = { ...filters, starting_after, ending_before, limit: '25' };
    const { filter, page } = eventListInput(input);
    const { items, hasMore, next } = await listEvents(app, tenant.id, filter, page);
    const list =
      items.length === 0
        ? empty(say().events.none, html`<a href="${to('events')}">${say().events.all}</a>`)
        : table(say().events.events, EVENT_COLUMNS(), eventRows(items));
    return {
      title: say().events.events,
      content: html`${head(say().events.events, undefined, download('events', filters))}
${filterForm(visit)}
${list}
${pager('events', query, { first: items[0]?.id, last: next ?? items.at(-1)?.id, hasMore })}
${block('again', say().events.many, replayForm(visit))}`,
    };
  },
};

function filterForm(visit: Visit): Html {
  const { query } = visit;
  const types = EVENT_TYPES.map((one) => [one, one] as const);
  const states = Object.entries(EVENT_WORDS()).map(([state, [, word]]) => [state, word] as const);
  const subscriber = query['svc-id'];
  return form(
    withQuery(visit, 'events'),
    'events',
    { about: { 'svc-id': subscriber }, kind: 'filters', method: 'get' },
    (of) => html`${select(of, 'type', say().events.type, [['', say().events.any], ...types])}
${select(of, 'state', say().events.state, [['', say().events.any], ...states])}
${field(of, 'from', say().events.from, { type: 'date', isOptional: true })}${field(of, 'to', say().events.to, { type: 'date', isOptional: true })}
<button>${say().events.show}</button>`,
  );
}

/** Events of a time that were not delivered are sent again in the background. */
function replayForm(visit: Visit): Html {
  if (!mayDo(visit.person.roles, 'connections')) return html`<p>${whoMay('connections')}</p>`;
  return form(
    visit,
    'replay-range',
    { kind: 'stack roomy' },
    (of) => html`<p class="prose">${say().events.rangeSaid} <code>X-Svc-Event-Id</code>.</p>
<div class="row">${field(of, 'from', say().events.from, { type: 'date' })}${field(of, 'to', say().events.to, { type: 'date', isOptional: true })}</div>
<div><button>${say().events.sendAgain}</button></div>`,
  );
}

const DELIVERY_COLUMNS = () =>
  [
    { name: say().events.attempt },
    { name: say().events.outcome, kind: 'top-end' },
    { name: say().events.took },
    { name: say().events.answer, kind: 'line' },
    { name: say().events.at, kind: 'act' },
  ] as const;

/** One event: its payload as it was last sent, and every delivery. */
export const event: Screen = {
  place: 'events',
  show: async (visit) => {
    const { app, tenant, query, person } = visit;
    const { eventId } = eventInput({ 'event-id': query.id });
    const found = await findDeliveries(app, tenant.id, eventId);
    const { data } = eventAnswer(found.event, found.deliveries);
    const [kind, word] = EVENT_WORDS()[data.state] ?? ['', data.state];
    const rows = data.deliveries.map((one) => [
      String(one.attempt),
      one.httpStatus === null ? (one.error ?? say().events.noAnswer) : `HTTP ${one.httpStatus}`,
      `${one.tookMs} ms`,
      html`<code>${one.answer ?? ''}</code>`,
      time(one.at),
    ]);
    const pairs = [
      [
        say().events.subscriber,
        html`<a href="${toSubscriber(data.subscriber.id)}">${found.event.snapshot.customer.email}</a>`,
      ],
      [say().events.created, time(data.createdAt)],
      [say().events.next, time(data.nextAttemptAt)],
      [say().events.eventId, html`<code class="id">${data.eventId}</code>`],
    ] as const;
    const again = mayDo(person.roles, 'connections')
      ? oneButton(visit, 'replay-event', say().events.sendOne, { id: eventId }, 'primary')
      : html`<p>${whoMay('connections')}</p>`;
    return {
      title: data.notificationType,
      content: html`${head(html`${data.notificationType}${data.subtype !== null && html` <small class="quiet">${data.subtype}</small>`}`, [to('events'), say().events.events], mark(kind, word))}
${facts(pairs)}
${data.state === 'PENDING' ? html`<p class="quiet">${say().events.underWay} <a href="${to('event', { id: eventId })}">${say().events.load}</a></p>` : again}
${block('deliveries', say().events.deliveries, rows.length === 0 ? html`<p class="quiet">${say().events.notSent}</p>` : table(say().events.deliveries, DELIVERY_COLUMNS(), rows))}
${block('payload', say().events.payloadLast, html`<pre class="code" tabindex="0" role="region" aria-label="${say().events.payload}">${JSON.stringify(data.payload, null, 2)}</pre>`)}`,
    };
  },
};

/** How far a replay of many has come. */
export const replay: Screen = {
  place: 'events',
  show: async ({ app, tenant, query }) => {
    const { replayId } = replayProgressInput({ 'replay-id': query.id });
    const { state, replayed, from, to: until } = await findReplay(app, tenant.id, replayId);
    const said =
      state === 'RUNNING'
        ? html`<p>${say().events.sentSoFar(replayed)} <a href="${to('replay', { id: replayId })}">${say().events.load}</a></p>`
        : html`<p><strong>${say().events.doneSaid(replayed)}</strong></p>`;
    const pairs = [
      [say().events.from, time(from)],
      [say().events.to, time(until)],
    ] as const;
    return {
      title: say().events.sending,
      content: html`${head(say().events.sending, [to('events'), say().events.events])}${said}${facts(pairs)}`,
    };
  },
};
