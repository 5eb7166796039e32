import { endpoint } from '../../lib/http/endpoint.ts';
import { NO_MESSAGES } from '../../lib/messages/kinds.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { messageSettingsAnswer, messageSettingsAnswerShape } from '../../lib/wire/messages.ts';
import { read } from '../../lib/route.ts';

/** GET /account/messages: which messages go out in the tenant's name, and as whose. */
export const declared = endpoint({
  name: 'account/get-messages',
  at: 'GET /account/messages',
  uses: read,
  tag: 'Account',
  summary: 'Read which messages are sent',
  description: 'Which e-mails go out in your name, and as whose. None until you switch a kind on.',
  answers: messageSettingsAnswerShape,
  example: {},
  input: () => undefined,
  run: async ({ app }) => {
    const { messages } = await readTenant(app);
    return messageSettingsAnswer(messages ?? NO_MESSAGES, app.settings.senderDomain);
  },
});

export const { create } = declared;

export const handler = create(live);
