import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { testMessage } from '../../lib/verbs/test-message.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { messageTestAnswer, messageTestInput } from '../../lib/wire/messages.ts';
import { accountTestMessage } from '../../lib/rows.ts';

/** POST /account/messages/test: sends one message with invented contents, to be looked at. */
export const create = endpoint(accountTestMessage, {
  input: ({ body }) => messageTestInput(body),
  run: async ({ input, ...call }) => messageTestAnswer(await byKey(testMessage, call, input)),
});

export const handler = create(live);
