import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { rotateKey } from '../../lib/verbs/rotate-key.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { keyAnswer, rotateKeyInput } from '../../lib/wire/keys.ts';
import { accountRotateKey } from '../../lib/rows.ts';

/** POST /account/keys/rotate: a new pair replaces another, which still works for the overlap. */
export const create = endpoint(accountRotateKey, {
  input: ({ body }) => rotateKeyInput(body),
  run: async ({ input, ...call }) => {
    const { key, apiSecret } = await byKey(rotateKey, call, { ...input, held: call.rights });
    return keyAnswer(key, call.now, apiSecret);
  },
});

export const handler = create(live);
