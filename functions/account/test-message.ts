import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { testMessage } from '../../lib/verbs/test-message.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import {
  messageTestAnswer,
  messageTestBody,
  messageTestInput,
  messageTestAnswerShape,
} from '../../lib/wire/messages.ts';
import { setting, part } from '../../lib/route.ts';

/** POST /account/messages/test: sends one message with invented contents, to be looked at. */
export const declared = endpoint({
  name: 'account/test-message',
  at: 'POST /account/messages/test',
  uses: part(setting, { mails: true, publicUrl: true, timeoutSeconds: 29 }),
  verb: testMessage,
  tag: 'Account',
  summary: 'Send a message to look at',
  description:
    'With invented contents, now and once. It is not listed, and its subject says what it is. 409 `settings_refused` where the stage sends no messages.',
  asks: { body: messageTestBody },
  answers: messageTestAnswerShape,
  refusals: ['settings_refused'],
  example: { body: { kind: 'payment_failed', to: 'me@shop.example' } },
  input: ({ body }) => messageTestInput(body),
  run: async ({ input, ...call }) => messageTestAnswer(await byKey(testMessage, call, input)),
});

export const { create } = declared;

export const handler = create(live);
