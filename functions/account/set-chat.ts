import { setChat } from '../../lib/account/chat.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  addressAnswer,
  addressBody,
  addressInput,
  addressAnswerShape,
} from '../../lib/wire/webhook-settings.ts';
import { guarded, part } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** PUT /account/chat: sets the team chat's URL. */
export const declared = endpoint({
  name: 'account/set-chat',
  at: 'PUT /account/chat',
  uses: part(guarded, { right: 'connections' }),
  tag: 'Account',
  summary: 'Set the chat address',
  description:
    'Where SUBSCRIBED and DID_RENEW are also posted, as `{"text": …}`. It holds for every event that comes about a minute later.',
  asks: { body: addressBody },
  answers: addressAnswerShape,
  refusals: ['forbidden_target'],
  example: { body: { url: SAMPLE.chatUrl } },
  input: ({ body }) => addressInput(body),
  run: async ({ app, input }) => {
    await setChat(app, input.url);
    return addressAnswer(input.url);
  },
});

export const { create } = declared;

export const handler = create(live);
