import { stateOf, type EventRecord, type EventState } from '../../billing/delivery.ts';
import { EVENT_TYPES } from '../../billing/events.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { html, type Html } from '../../pages/html.ts';
import { findDeliveries } from '../../webhooks/find-event.ts';
import { listEvents } from '../../webhooks/list-events.ts';
import { findReplay } from '../../webhooks/replay.ts';
import { eventAnswer, eventInput, eventListInput, replayProgressInput } from '../../wire/events.ts';
import { momentCell } from '../csv.ts';
import { list } from '../list.ts';
import { say } from '../say.ts';
import type { Screen, Visit } from '../visit.ts';
import { EVENT_WORDS } from '../words.ts';
import { field, form } from './forms.ts';
import { listScreen } from './list.ts';
import { block, facts, forWhoMay, head, mark, oneButton, table, time, to, toSubscriber } from './parts.ts';

/** A name of the API, which may wrap behind its underscores. */
const wrappable = (name: string): Html[] =>
  name.split('_').map((part, at) => html`${at > 0 && html`_<wbr>`}${part}`);

const eventLink = ({ id, type, subtype }: EventRecord): Html =>
  html`<a href="${to('event', { id })}">${wrappable(type)}</a>${subtype !== null && html` <small>${subtype}</small>`}`;

function stateMark(state: EventState): Html {
  const [kind, word] = EVENT_WORDS()[state] ?? ['', state];
  return mark(kind, word);
}

/** The events of the tenant, newest first. */
export const eventList = list({
  screen: 'events',
  place: 'events',
  title: () => say().events.events,
  filters: () => [
    { is: 'carried', name: 'svc-id' },
    {
      ...{ is: 'choice', name: 'type', label: say().events.type },
      options: EVENT_TYPES.map((one) => [one, one]),
    },
    {
      ...{ is: 'choice', name: 'state', label: say().events.state },
      options: Object.entries(EVENT_WORDS()).map(([state, [, word]]) => [state, word]),
    },
    { is: 'text', name: 'from', label: say().events.from, type: 'date' },
    { is: 'text', name: 'to', label: say().events.to, type: 'date' },
  ],
  read: ({ app, tenant }, asked) => {
    const { filter, page } = eventListInput(asked);
    return listEvents(app, tenant.id, filter, page);
  },
  idOf: ({ id }) => id,
  columns: () => [
    { name: say().events.event, cell: eventLink },
    { name: say().events.state, kind: 'top-end', cell: (one) => stateMark(stateOf(one)) },
    { name: say().events.attempts, kind: 'lab', cell: ({ attempt }) => attempt },
    {
      ...{ name: say().events.subscriber, isWhose: true },
      cell: ({ subscriberId, snapshot: { customer } }) =>
        html`<a href="${toSubscriber(subscriberId)}">${customer.email}</a>`,
    },
    { name: say().events.created, kind: 'act', cell: ({ committedAt }) => time(committedAt) },
  ],
  none: () => say().subscriber.noEvents,
  narrowed: () => [say().events.none, say().events.all],
  file: {
    name: 'events',
    columns: [
      ['event', 'olay', ({ id }) => id],
      ['type', 'tür', ({ type }) => type],
      ['subtype', 'alt tür', ({ subtype }) => subtype],
      ['state', 'durum', stateOf],
      ['attempts', 'deneme', ({ attempt }) => attempt],
      ['created', 'oluşturma', ({ committedAt }) => momentCell(committedAt)],
      ['subscriber', 'abone', ({ subscriberId }) => svcIdOf('subscription', subscriberId)],
      ['own id', 'kendi kimliğiniz', ({ snapshot }) => snapshot.customer.externalId],
      ['reason of cancellation', 'iptal nedeni', ({ snapshot }) => snapshot.why?.reason],
      ['comment on cancellation', 'iptal yorumu', ({ snapshot }) => snapshot.why?.comment],
    ],
  },
});

/** The screen of all events, and of sending those again that were not delivered. */
export const events: Screen = listScreen(eventList, {
  below: (visit) =>
    block(
      'again',
      say().events.many,
      forWhoMay(visit, 'connections', () => replayForm(visit)),
    ),
});

/** Events of a time that were not delivered are sent again in the background. */
function replayForm(visit: Visit): Html {
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
    const { app, tenant, query } = visit;
    const { eventId } = eventInput({ 'event-id': query.id });
    const found = await findDeliveries(app, tenant.id, eventId);
    const { data } = eventAnswer(found.event, found.deliveries);
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
    const again = forWhoMay(visit, 'connections', () =>
      oneButton(visit, 'replay-event', say().events.sendOne, { id: eventId }, 'primary'),
    );
    return {
      title: data.notificationType,
      content: html`${head(html`${data.notificationType}${data.subtype !== null && html` <small class="quiet">${data.subtype}</small>`}`, [to('events'), say().events.events], stateMark(data.state))}
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
