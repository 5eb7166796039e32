import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { createKey } from '../../lib/verbs/create-key.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { createKeyInput, keyAnswer } from '../../lib/wire/keys.ts';
import { accountCreateKey } from '../../lib/rows.ts';

/** POST /account/keys: creates a further key pair, of the caller's mode. */
export const create = endpoint(accountCreateKey, {
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

export const handler = create(live);
