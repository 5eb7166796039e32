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
import { say } from '../../pages/say.ts';
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
  title: () => say('Events', 'Olaylar'),
  filters: () => [
    { is: 'carried', name: 'svc-id' },
    {
      ...{ is: 'choice', name: 'type', label: say('Type', 'Tür') },
      options: EVENT_TYPES.map((one) => [one, one]),
    },
    {
      ...{ is: 'choice', name: 'state', label: say('State', 'Durum') },
      options: Object.entries(EVENT_WORDS()).map(([state, [, word]]) => [state, word]),
    },
    { is: 'text', name: 'from', label: say('From', 'Başlangıç'), type: 'date' },
    { is: 'text', name: 'to', label: say('To', 'Bitiş'), type: 'date' },
  ],
  read: ({ app }, asked) => {
    const { filter, page } = eventListInput(asked);
    return listEvents(app, filter, page);
  },
  idOf: ({ id }) => id,
  columns: () => [
    { name: say('Event', 'Olay'), cell: eventLink },
    { name: say('State', 'Durum'), kind: 'top-end', cell: (one) => stateMark(stateOf(one)) },
    { name: say('Attempts', 'Denemeler'), kind: 'lab', cell: ({ attempt }) => attempt },
    {
      ...{ name: say('Subscriber', 'Abone'), isWhose: true },
      cell: ({ subscriberId, snapshot: { customer } }) =>
        html`<a href="${toSubscriber(subscriberId)}">${customer.email}</a>`,
    },
    { name: say('Created', 'Oluştu'), kind: 'act', cell: ({ committedAt }) => time(committedAt) },
  ],
  none: () => say('None was sent yet.', 'Henüz gönderilen olay yok.'),
  narrowed: () => [say('No event matches this.', 'Buna uyan olay bulunamadı.')],
  file: {
    name: 'events',
    columns: () => [
      [say('event', 'olay'), ({ id }) => id],
      [say('type', 'tür'), ({ type }) => type],
      [say('subtype', 'alt tür'), ({ subtype }) => subtype],
      [say('state', 'durum'), stateOf],
      [say('attempts', 'deneme'), ({ attempt }) => attempt],
      [say('created', 'oluşturma'), ({ committedAt }) => momentCell(committedAt)],
      [say('subscriber', 'abone'), ({ subscriberId }) => svcIdOf('subscription', subscriberId)],
      [say('own id', 'kendi kimliğiniz'), ({ snapshot }) => snapshot.customer.externalId],
      [say('reason of cancellation', 'iptal nedeni'), ({ snapshot }) => snapshot.why?.reason],
      [say('comment on cancellation', 'iptal yorumu'), ({ snapshot }) => snapshot.why?.comment],
    ],
  },
});

/** The screen of all events, and of sending those again that were not delivered. */
export const events: Screen = listScreen(eventList, {
  below: (visit) =>
    block(
      'again',
      say('Send many again', 'Toplu yeniden gönder'),
      forWhoMay(visit, 'connections', () => replayForm(visit)),
    ),
});

/** Events of a time that were not delivered are sent again in the background. */
function replayForm(visit: Visit): Html {
  return form(
    visit,
    'replay-range',
    { kind: 'stack roomy' },
    (
      of,
    ) => html`<p class="prose">${say('Events of this time that were not delivered or were skipped are sent once more, in the background and at your own pace. Whoever receives one twice knows it by its', 'Bu zaman aralığında iletilemeyen ya da atlanan olaylar arka planda, olağan gönderim hızıyla bir kez daha gönderilir. Aynı olayı iki kez alan onu şu başlıktan tanır:')} <code>X-Svc-Event-Id</code>.</p>
<div class="row">${field(of, 'from', say('From', 'Başlangıç'), { type: 'date' })}${field(of, 'to', say('To', 'Bitiş'), { type: 'date', isOptional: true })}</div>
<div><button>${say('Send them again', 'Yeniden gönder')}</button></div>`,
  );
}

const DELIVERY_COLUMNS = () =>
  [
    { name: say('Attempt', 'Deneme') },
    { name: say('Outcome', 'Sonuç'), kind: 'top-end' },
    { name: say('Took', 'Süre') },
    { name: say('Answer', 'Yanıt'), kind: 'line' },
    { name: say('At', 'Zaman'), kind: 'act' },
  ] as const;

/** One event: its payload as it was last sent, and every delivery. */
export const event: Screen = {
  place: 'events',
  show: async (visit) => {
    const { app, query } = visit;
    const { eventId } = eventInput({ 'event-id': query.id });
    const found = await findDeliveries(app, eventId);
    const { data } = eventAnswer(found.event, found.deliveries);
    const rows = data.deliveries.map((one) => [
      String(one.attempt),
      one.httpStatus === null ? (one.error ?? say('no answer', 'yanıt yok')) : `HTTP ${one.httpStatus}`,
      `${one.tookMs} ms`,
      html`<code>${one.answer ?? ''}</code>`,
      time(one.at),
    ]);
    const pairs = [
      [
        say('Subscriber', 'Abone'),
        html`<a href="${toSubscriber(data.subscriber.id)}">${found.event.snapshot.customer.email}</a>`,
      ],
      [say('Created', 'Oluştu'), time(data.createdAt)],
      [say('Next attempt', 'Sonraki deneme'), time(data.nextAttemptAt)],
      [say('Event id', 'Olay kimliği'), html`<code class="id">${data.eventId}</code>`],
    ] as const;
    const again = forWhoMay(visit, 'connections', () =>
      oneButton(visit, 'replay-event', say('Send it again', 'Yeniden gönder'), { id: eventId }, 'primary'),
    );
    return {
      title: data.notificationType,
      content: html`${head(html`${data.notificationType}${data.subtype !== null && html` <small class="quiet">${data.subtype}</small>`}`, [to('events'), say('Events', 'Olaylar')], stateMark(data.state))}
${facts(pairs)}
${data.state === 'PENDING' ? html`<p class="quiet">${say('Its delivery is under way.', 'İletimi sürüyor.')} <a href="${to('event', { id: eventId })}">${say('Load again', 'Yenile')}</a></p>` : again}
${block('deliveries', say('Deliveries', 'İletimler'), rows.length === 0 ? html`<p class="quiet">${say('It was not sent yet.', 'Henüz gönderilmedi.')}</p>` : table(say('Deliveries', 'İletimler'), DELIVERY_COLUMNS(), rows))}
${block('payload', say('Payload as last sent', 'Son gönderilen içerik'), html`<pre class="code" tabindex="0" role="region" aria-label="${say('Payload', 'İçerik')}">${JSON.stringify(data.payload, null, 2)}</pre>`)}`,
    };
  },
};

/** How far a replay of many has come. */
export const replay: Screen = {
  place: 'events',
  show: async ({ app, query }) => {
    const { replayId } = replayProgressInput({ 'replay-id': query.id });
    const { state, replayed, from, to: until } = await findReplay(app, replayId);
    const said =
      state === 'RUNNING'
        ? html`<p>${say(`${replayed} sent so far.`, `Şu ana kadar ${replayed} gönderildi.`)} <a href="${to('replay', { id: replayId })}">${say('Load again', 'Yenile')}</a></p>`
        : html`<p><strong>${say(`Done: ${replayed} sent again.`, `Tamam: ${replayed} yeniden gönderildi.`)}</strong></p>`;
    const pairs = [
      [say('From', 'Başlangıç'), time(from)],
      [say('To', 'Bitiş'), time(until)],
    ] as const;
    return {
      title: say('Sending again', 'Yeniden gönderme'),
      content: html`${head(say('Sending again', 'Yeniden gönderme'), [to('events'), say('Events', 'Olaylar')])}${said}${facts(pairs)}`,
    };
  },
};
