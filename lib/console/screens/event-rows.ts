import { stateOf, type EventRecord } from '../../billing/delivery.ts';
import { say } from '../say.ts';
import { html } from '../../pages/html.ts';
import { EVENT_WORDS } from '../words.ts';
import { mark, time, to, toSubscriber } from './parts.ts';

/** The columns of a table of events. */
export const EVENT_COLUMNS = () =>
  [
    { name: say().events.event },
    { name: say().events.state, kind: 'top-end' },
    { name: say().events.attempts },
    { name: say().events.subscriber },
    { name: say().events.created, kind: 'act' },
  ] as const;

/** Events as rows of that table. */
export function eventRows(events: readonly EventRecord[]) {
  return events.map((event) => {
    const state = stateOf(event);
    const [kind, word] = EVENT_WORDS()[state] ?? ['', state];
    const subtype = event.subtype === null ? null : html` <small>${event.subtype}</small>`;
    return [
      html`<a href="${to('event', { id: event.id })}">${event.type}</a>${subtype}`,
      mark(kind, word),
      event.attempt,
      html`<a href="${toSubscriber(event.subscriberId)}">${event.snapshot.customer.email}</a>`,
      time(event.committedAt),
    ];
  });
}
