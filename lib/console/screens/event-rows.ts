import { stateOf, type EventRecord } from '../../billing/delivery.ts';
import { say } from '../say.ts';
import { html, type Html } from '../../pages/html.ts';
import { EVENT_WORDS } from '../words.ts';
import { mark, time, to, toSubscriber } from './parts.ts';

/** The columns of a table of events. */
export const EVENT_COLUMNS = () =>
  [
    { name: say().events.event },
    { name: say().events.state, kind: 'top-end' },
    { name: say().events.attempts, kind: 'lab' },
    { name: say().events.subscriber },
    { name: say().events.created, kind: 'act' },
  ] as const;

/** The same of one subscriber, whose name need not be said again. */
export const OWN_EVENT_COLUMNS = () => EVENT_COLUMNS().filter(({ name }) => name !== say().events.subscriber);

/** Events of one subscriber as rows of that table. */
export const ownEventRows = (events: readonly EventRecord[]) =>
  eventRows(events).map(([event, state, attempts, , created]) => [event, state, attempts, created]);

/** A name of the API, which may wrap behind its underscores. */
const wrappable = (name: string): Html[] =>
  name.split('_').map((part, at) => html`${at > 0 && html`_<wbr>`}${part}`);

/** Events as rows of the table of all. */
export function eventRows(events: readonly EventRecord[]) {
  return events.map((event) => {
    const state = stateOf(event);
    const [kind, word] = EVENT_WORDS()[state] ?? ['', state];
    const subtype = event.subtype === null ? null : html` <small>${event.subtype}</small>`;
    return [
      html`<a href="${to('event', { id: event.id })}">${wrappable(event.type)}</a>${subtype}`,
      mark(kind, word),
      event.attempt,
      html`<a href="${toSubscriber(event.subscriberId)}">${event.snapshot.customer.email}</a>`,
      time(event.committedAt),
    ];
  });
}
