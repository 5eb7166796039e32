import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { listEvents } from '../../lib/webhooks/list-events.ts';
import { eventListAnswer, eventListInput } from '../../lib/wire/events.ts';
import { eventsList } from '../../lib/rows.ts';

/** GET /events/list: the tenant's events, newest first. */
export const create = endpoint(eventsList, {
  input: ({ query }) => eventListInput(query),
  run: async ({ app, tenant, input: { filter, page } }) =>
    eventListAnswer(page, await listEvents(app, tenant.id, filter, page)),
});

export const handler = create(live);
