import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { revokeKey } from '../../lib/verbs/revoke-key.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { keyAnswer, revokeKeyBody, revokeKeyInput, keyAnswerShape } from '../../lib/wire/keys.ts';
import { keys, part } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** DELETE /account/keys: revokes a pair; it is refused everywhere within a minute. */
export const declared = endpoint({
  name: 'account/revoke-key',
  at: 'DELETE /account/keys',
  uses: part(keys, { restoreNotes: true }),
  verb: revokeKey,
  tag: 'Account',
  summary: 'Revoke a key pair',
  description:
    'It is refused everywhere within 60 seconds. The last live pair with all rights stays. The key may also stand in the query.',
  asks: { body: revokeKeyBody },
  answers: keyAnswerShape,
  refusals: ['key_not_found', 'last_key'],
  example: { body: { apiKey: SAMPLE.apiKey } },
  input: ({ body, query }) => revokeKeyInput(body, query),
  run: async ({ input, ...call }) => keyAnswer(await byKey(revokeKey, call, input.apiKey), call.now),
});

export const { create } = declared;

export const handler = create(live);
