import { endpoint } from '../../lib/http/endpoint.ts';
import { changeMessages } from '../../lib/messages/settings.ts';
import { live } from '../../lib/runtime/live.ts';
import { messageSettingsAnswer, messageSettingsInput } from '../../lib/wire/messages.ts';

/** PUT /account/messages: changes which messages go out in the tenant's name, and as whose. */
export const create = endpoint('account/set-messages', {
  input: ({ body }) => messageSettingsInput(body),
  run: async ({ app, tenant, input }) =>
    messageSettingsAnswer(await changeMessages(app, tenant.id, input), app.settings.senderDomain),
});

export const handler = create(live);
