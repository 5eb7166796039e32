import { endpoint } from '../../lib/http/endpoint.ts';
import { sendTest } from '../../lib/messages/settings.ts';
import { live } from '../../lib/runtime/live.ts';
import { messageTestAnswer, messageTestInput } from '../../lib/wire/messages.ts';
import { accountTestMessage } from '../../lib/rows.ts';

/** POST /account/messages/test: sends one message with invented contents, to be looked at. */
export const create = endpoint(accountTestMessage, {
  input: ({ body }) => messageTestInput(body),
  run: async ({ app, tenant, input }) => messageTestAnswer(await sendTest(app, tenant.id, input)),
});

export const handler = create(live);
