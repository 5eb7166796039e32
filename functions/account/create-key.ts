import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { createKey } from '../../lib/verbs/create-key.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { createKeyBody, createKeyInput, keyAnswer, keyAnswerShape } from '../../lib/wire/keys.ts';
import { keys } from '../../lib/route.ts';

/** POST /account/keys: creates a further key pair, of the caller's mode. */
export const declared = endpoint({
  name: 'account/create-key',
  at: 'POST /account/keys',
  uses: keys,
  verb: createKey,
  tag: 'Account',
  summary: 'Make a key pair',
  description: 'The answer has the `apiSecret`, shown once. There are at most five live pairs.',
  asks: { body: createKeyBody },
  answers: keyAnswerShape,
  refusals: ['too_many_keys', 'mutually_exclusive_parameters'],
  example: { body: { label: 'reports', rights: ['money'] } },
  input: ({ body }) => createKeyInput(body),
  run: async ({ input, ...call }) => {
    const { key, apiSecret } = await byKey(createKey, call, {
      ...input,
      rights: input.rights ?? call.rights,
      held: call.rights,
    });
    return keyAnswer(key, call.now, apiSecret);
  },
});

export const { create } = declared;

export const handler = create(live);
