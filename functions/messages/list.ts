import { endpoint } from '../../lib/http/endpoint.ts';
import { listMessages } from '../../lib/messages/list.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  messageListAnswer,
  messageListInput,
  messageListQuery,
  messageListAnswerShape,
} from '../../lib/wire/messages.ts';
import { read, part } from '../../lib/route.ts';

/** GET /messages/list: what was sent in the tenant's name, and why something was not, newest first. */
export const declared = endpoint({
  name: 'messages/list',
  at: 'GET /messages/list',
  uses: part(read, { lists: 'feed' }),
  tag: 'Deliveries',
  summary: 'List messages',
  description:
    'Newest first, for 90 days. A message is rendered when it is sent; one that was no longer true then is DROPPED, and `because` says why.',
  asks: { query: messageListQuery },
  answers: messageListAnswerShape,
  refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
  example: { query: { kind: 'payment_failed' } },
  input: ({ query }) => messageListInput(query),
  run: async ({ app, rights, input: { filter, page } }) =>
    messageListAnswer(page, await listMessages(app, filter, page), rights),
});

export const { create } = declared;

export const handler = create(live);
