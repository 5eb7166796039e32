import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readFeed } from '../../lib/webhooks/feed.ts';
import { feedAnswer, feedInput, feedQuery, feedAnswerShape } from '../../lib/wire/events.ts';
import { read, part } from '../../lib/route.ts';

/** GET /events/feed: the tenant's events after a cursor, oldest first and without gaps. */
export const declared = endpoint({
  name: 'events/feed',
  at: 'GET /events/feed',
  uses: part(read, { lists: 'feed' }),
  tag: 'Deliveries',
  summary: 'Follow the events',
  description:
    'Oldest first, after a cursor or from the oldest that is kept. An event never appears behind a cursor that was handed out, so whoever has read to `next` has missed nothing. The feed may run up to 15 seconds behind.',
  asks: { query: feedQuery },
  answers: feedAnswerShape,
  refusals: ['invalid_cursor'],
  example: { query: { limit: '100' } },
  input: ({ query }) => feedInput(query),
  run: async ({ app, input }) => feedAnswer(await readFeed(app, input)),
});

export const { create } = declared;

export const handler = create(live);
