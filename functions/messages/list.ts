import { endpoint } from '../../lib/http/endpoint.ts';
import { listMessages } from '../../lib/messages/list.ts';
import { live } from '../../lib/runtime/live.ts';
import { messageListAnswer, messageListInput } from '../../lib/wire/messages.ts';
import { messagesList } from '../../lib/rows.ts';

/** GET /messages/list: what was sent in the tenant's name, and why something was not, newest first. */
export const create = endpoint(messagesList, {
  input: ({ query }) => messageListInput(query),
  run: async ({ app, tenant, rights, input: { filter, page } }) =>
    messageListAnswer(page, await listMessages(app, tenant.id, filter, page), rights),
});

export const handler = create(live);
