import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { findDeliveries } from '../../lib/webhooks/find-event.ts';
import { eventAnswer, eventInput } from '../../lib/wire/events.ts';
import { eventsGet } from '../../lib/rows.ts';

/** GET /events: one event with its deliveries. */
export const create = endpoint(eventsGet, {
  input: ({ query }) => eventInput(query),
  run: async ({ app, tenant, input }) => {
    const { event, deliveries } = await findDeliveries(app, tenant.id, input.eventId);
    return eventAnswer(event, deliveries);
  },
});

export const handler = create(live);
