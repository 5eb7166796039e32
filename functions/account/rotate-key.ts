import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { rotateKey } from '../../lib/verbs/rotate-key.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { keyAnswer, rotateKeyBody, rotateKeyInput, keyAnswerShape } from '../../lib/wire/keys.ts';
import { keys, part } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** POST /account/keys/rotate: a new pair replaces another, which still works for the overlap. */
export const declared = endpoint({
  name: 'account/rotate-key',
  at: 'POST /account/keys/rotate',
  uses: part(keys, { restoreNotes: true }),
  verb: rotateKey,
  tag: 'Account',
  summary: 'Rotate a key pair',
  description:
    'A new pair with its secret, shown once; the old one continues to work until the overlap ends.',
  asks: { body: rotateKeyBody },
  answers: keyAnswerShape,
  refusals: ['key_not_found', 'too_many_keys'],
  example: { body: { apiKey: SAMPLE.apiKey, overlapHours: 24 } },
  input: ({ body }) => rotateKeyInput(body),
  run: async ({ input, ...call }) => {
    const { key, apiSecret } = await byKey(rotateKey, call, { ...input, held: call.rights });
    return keyAnswer(key, call.now, apiSecret);
  },
});

export const { create } = declared;

export const handler = create(live);
