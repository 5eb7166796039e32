import { setChat } from '../../lib/account/chat.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { nothingAnswer, nothingAnswerShape } from '../../lib/wire/webhook-settings.ts';
import { guarded, part } from '../../lib/route.ts';

/** DELETE /account/chat: stops forwarding to the team chat. */
export const declared = endpoint({
  name: 'account/clear-chat',
  at: 'DELETE /account/chat',
  uses: part(guarded, { right: 'connections' }),
  tag: 'Account',
  summary: 'Remove the chat address',
  description: 'Chat messages are posted nowhere.',
  answers: nothingAnswerShape,
  example: {},
  input: () => undefined,
  run: async ({ app }) => {
    await setChat(app, null);
    return nothingAnswer();
  },
});

export const { create } = declared;

export const handler = create(live);
