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
import {
  block,
  choice,
  download,
  empty,
  facts,
  field,
  head,
  hidden,
  mark,
  oneButton,
  pager,
  table,
  time,
  to,
  toSubscriber,
} from './parts.ts';
import { whoMay } from './subscriber.ts';

/** The first moment of a day in the market; what is no day stays as it is. */
export const beginOf = (given: string | undefined) => given?.replace(DAY, '$&T00:00+03:00');
/** The last moment of a day in the market. */
export const endOf = (given: string | undefined) => given?.replace(DAY, '$&T23:59:59.999+03:00');
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The filters of an address, as it has them. */
export const eventFiltersIn = ({ type, state, from, to: until, 'svc-id': svcId }: Given): Given => ({
  type,
  state,
  from,
  to: until,
  'svc-id': svcId,
});

/** The same filters, as the API takes them: whole days of the market. */
export const eventFilters = (query: Given): Given => ({
  ...eventFiltersIn(query),
  from: beginOf(query.from),
  to: endOf(query.to),
});

/** The events of the tenant, newest first, and sending those again that were not delivered. */
export const events: Screen = {
  place: 'events',
  show: async (visit) => {
    const { app, tenant, query } = visit;
    const { starting_after, ending_before } = query;
    const filters = eventFiltersIn(query);
    const input = { ...eventFilters(query), starting_after, ending_before, limit: '25' };
    const { filter, page } = eventListInput(input);
    const { items, hasMore, next } = await listEvents(app, tenant.id, filter, page);
    const list =
      items.length === 0
        ? empty('No event is found by this.', html`<a href="${to('events')}">Show all</a>`)
        : table('Events', EVENT_COLUMNS, eventRows(items));
    return {
      title: 'Events',
      content: html`${head('Events', undefined, download('events', filters))}
${filterForm(visit)}
${list}
${pager('events', query, { first: items[0]?.id, last: next ?? items.at(-1)?.id, hasMore })}
${block('again', 'Send many again', replayForm(visit))}`,
    };
  },
};

function filterForm({ query }: Visit): Html {
  const types = EVENT_TYPES.map((one) => [one, one] as const);
  const states = Object.entries(EVENT_WORDS).map(([state, [, word]]) => [state, word] as const);
  const subscriber = query['svc-id'];
  return html`<form class="filters" method="get" action="/console/events">
${subscriber !== undefined && html`<input type="hidden" name="svc-id" value="${subscriber}">`}
${choice('type', 'Type', [['', 'Any'], ...types], query.type)}
${choice('state', 'State', [['', 'Any'], ...states], query.state)}
<div class="field"><label for="from">From</label><input id="from" name="from" type="date" value="${(query.from ?? '').slice(0, 10)}"></div>
<div class="field"><label for="to">To</label><input id="to" name="to" type="date" value="${(query.to ?? '').slice(0, 10)}"></div>
<button>Show</button></form>`;
}

/** Events of a time that were not delivered are sent again in the background. */
function replayForm(visit: Visit): Html {
  if (!mayDo(visit.person.roles, 'connections')) return html`<p>${whoMay('connections')}</p>`;
  return html`<form class="stack roomy" method="post" action="/console/replay-range">${hidden(visit)}
<p class="prose">Events of this time that were not delivered or were skipped are sent once more, in the background and at your own pace. Whoever receives one twice knows it by its <code>X-Svc-Event-Id</code>.</p>
<div class="row">${field(visit, 'from', 'From', { type: 'date' })}${field(visit, 'to', 'To', { type: 'date', isOptional: true })}</div>
<div><button>Send them again</button></div></form>`;
}

const DELIVERY_COLUMNS = [
  { name: 'Attempt' },
  { name: 'Outcome', kind: 'top-end' },
  { name: 'Took' },
  { name: 'Answer', kind: 'line' },
  { name: 'At', kind: 'act' },
] as const;

/** One event: its payload as it was last sent, and every delivery. */
export const event: Screen = {
  place: 'events',
  show: async (visit) => {
    const { app, tenant, query, person } = visit;
    const { eventId } = eventInput({ 'event-id': query.id });
    const found = await findDeliveries(app, tenant.id, eventId);
    const { data } = eventAnswer(found.event, found.deliveries);
    const [kind, word] = EVENT_WORDS[data.state] ?? ['', data.state];
    const rows = data.deliveries.map((one) => [
      String(one.attempt),
      one.httpStatus === null ? (one.error ?? 'no answer') : `HTTP ${one.httpStatus}`,
      `${one.tookMs} ms`,
      html`<code>${one.answer ?? ''}</code>`,
      time(one.at),
    ]);
    const pairs = [
      [
        'Subscriber',
        html`<a href="${toSubscriber(data.subscriber.id)}">${found.event.snapshot.customer.email}</a>`,
      ],
      ['Created', time(data.createdAt)],
      ['Next attempt', time(data.nextAttemptAt)],
      ['Event id', html`<code class="id">${data.eventId}</code>`],
    ] as const;
    const again = mayDo(person.roles, 'connections')
      ? oneButton(visit, 'replay-event', 'Send it again', { id: eventId }, 'primary')
      : html`<p>${whoMay('connections')}</p>`;
    return {
      title: data.notificationType,
      content: html`${head(html`${data.notificationType}${data.subtype !== null && html` <small class="quiet">${data.subtype}</small>`}`, [to('events'), 'Events'], mark(kind, word))}
${facts(pairs)}
${data.state === 'PENDING' ? html`<p class="quiet">Its delivery is under way. <a href="${to('event', { id: eventId })}">Load again</a></p>` : again}
${block('deliveries', 'Deliveries', rows.length === 0 ? html`<p class="quiet">It was not sent yet.</p>` : table('Deliveries', DELIVERY_COLUMNS, rows))}
${block('payload', 'Payload as last sent', html`<pre class="code" tabindex="0" role="region" aria-label="Payload">${JSON.stringify(data.payload, null, 2)}</pre>`)}`,
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
        ? html`<p>${replayed} sent so far. <a href="${to('replay', { id: replayId })}">Load again</a></p>`
        : html`<p><strong>Done: ${replayed} sent again.</strong></p>`;
    const pairs = [
      ['From', time(from)],
      ['To', time(until)],
    ] as const;
    return {
      title: 'Sending again',
      content: html`${head('Sending again', [to('events'), 'Events'])}${said}${facts(pairs)}`,
    };
  },
};
