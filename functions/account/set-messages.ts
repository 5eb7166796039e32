import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { setMessages } from '../../lib/verbs/set-messages.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { messageSettingsAnswer, messageSettingsInput } from '../../lib/wire/messages.ts';
import { accountSetMessages } from '../../lib/rows.ts';

/** PUT /account/messages: changes which messages go out in the tenant's name, and as whose. */
export const create = endpoint(accountSetMessages, {
  input: ({ body }) => messageSettingsInput(body),
  run: async ({ input, ...call }) =>
    messageSettingsAnswer(await byKey(setMessages, call, input), call.app.settings.senderDomain),
});

export const handler = create(live);
