import { setChat } from '../../lib/account/chat.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { addressAnswer } from '../../lib/wire/webhook-settings.ts';
import { accountClearChat } from '../../lib/rows.ts';

/** DELETE /account/chat: stops forwarding to the team chat. */
export const create = endpoint(accountClearChat, {
  input: () => undefined,
  run: async ({ app, tenant }) => {
    await setChat(app, tenant.id, null);
    return addressAnswer(null);
  },
});

export const handler = create(live);
