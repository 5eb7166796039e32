import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { findDeliveries } from '../../lib/webhooks/find-event.ts';
import { eventAnswer, eventInput, eventQuery, eventAnswerShape } from '../../lib/wire/events.ts';
import { read } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** GET /events: one event with its deliveries. */
export const declared = endpoint({
  name: 'events/get',
  at: 'GET /events',
  uses: read,
  tag: 'Deliveries',
  summary: 'Read an event',
  description: 'With its payload as last sent, and its last hundred deliveries.',
  asks: { query: eventQuery },
  answers: eventAnswerShape,
  refusals: ['event_not_found'],
  example: { query: { 'event-id': SAMPLE.eventId } },
  input: ({ query }) => eventInput(query),
  run: async ({ app, input }) => {
    const { event, deliveries } = await findDeliveries(app, input.eventId);
    return eventAnswer(event, deliveries);
  },
});

export const { create } = declared;

export const handler = create(live);
