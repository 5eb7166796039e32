import { createKey } from '../../lib/account/keys.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { createKeyInput, keyAnswer } from '../../lib/wire/keys.ts';

/** POST /account/keys: creates a further key pair, of the caller's mode. */
export const create = endpoint('account/create-key', {
  input: ({ body }) => createKeyInput(body),
  run: async ({ app, tenant, rights, input, now }) => {
    const { key, apiSecret } = await createKey(
      app,
      tenant.id,
      { ...input, rights: input.rights ?? rights },
      rights,
    );
    return keyAnswer(key, now, apiSecret);
  },
});

export const handler = create(live);
