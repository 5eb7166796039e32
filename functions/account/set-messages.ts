import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { setMessages } from '../../lib/verbs/set-messages.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import {
  messageSettingsAnswer,
  messageSettingsBody,
  messageSettingsInput,
  messageSettingsAnswerShape,
} from '../../lib/wire/messages.ts';
import { setting } from '../../lib/route.ts';

/** PUT /account/messages: changes which messages go out in the tenant's name, and as whose. */
export const declared = endpoint({
  name: 'account/set-messages',
  at: 'PUT /account/messages',
  uses: setting,
  verb: setMessages,
  tag: 'Account',
  summary: 'Set which messages are sent',
  description:
    'What is absent stays as it is, and null takes away. A kind that is switched off is not sent any more, also where it was owed before.',
  asks: { body: messageSettingsBody },
  answers: messageSettingsAnswerShape,
  example: {
    body: {
      senderName: 'Kumru Kahve',
      replyTo: 'help@shop.example',
      kinds: { payment_failed: { on: true } },
    },
  },
  input: ({ body }) => messageSettingsInput(body),
  run: async ({ input, ...call }) =>
    messageSettingsAnswer(await byKey(setMessages, call, input), call.app.settings.senderDomain),
});

export const { create } = declared;

export const handler = create(live);
