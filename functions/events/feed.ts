import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readFeed } from '../../lib/webhooks/feed.ts';
import { feedAnswer, feedInput } from '../../lib/wire/events.ts';
import { eventsFeed } from '../../lib/rows.ts';

/** GET /events/feed: the tenant's events after a cursor, oldest first and without gaps. */
export const create = endpoint(eventsFeed, {
  input: ({ query }) => feedInput(query),
  run: async ({ app, tenant, input }) => feedAnswer(await readFeed(app, tenant.id, input)),
});

export const handler = create(live);
