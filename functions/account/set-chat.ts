import { setChat } from '../../lib/account/chat.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { addressAnswer, addressInput } from '../../lib/wire/webhook-settings.ts';
import { accountSetChat } from '../../lib/rows.ts';

/** PUT /account/chat: sets the team chat's URL. */
export const create = endpoint(accountSetChat, {
  input: ({ body }) => addressInput(body),
  run: async ({ app, tenant, input }) => {
    await setChat(app, tenant.id, input.url);
    return addressAnswer(input.url);
  },
});

export const handler = create(live);
