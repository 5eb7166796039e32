import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { listEvents } from '../../lib/webhooks/list-events.ts';
import {
  eventListAnswer,
  eventListInput,
  eventListQuery,
  eventListAnswerShape,
} from '../../lib/wire/events.ts';
import { read, part } from '../../lib/route.ts';

/** GET /events/list: the tenant's events, newest first. */
export const declared = endpoint({
  name: 'events/list',
  at: 'GET /events/list',
  uses: part(read, { lists: 'events' }),
  tag: 'Deliveries',
  summary: 'List events',
  description:
    'Newest first. `from` and `to` are inclusive. Events are kept 90 days. One that waits for its first attempt is found by its state PENDING while it is among the newest, or once it has waited a minute. With `svc-id` the newest 5,000 entries of the customer are searched; whatever is older is in the list without it, and in the feed.',
  asks: { query: eventListQuery },
  answers: eventListAnswerShape,
  refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
  example: { query: { type: 'SUBSCRIBED', state: 'DELIVERED' } },
  input: ({ query }) => eventListInput(query),
  run: async ({ app, input: { filter, page } }) => eventListAnswer(page, await listEvents(app, filter, page)),
});

export const { create } = declared;

export const handler = create(live);
