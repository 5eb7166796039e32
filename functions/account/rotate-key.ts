import { rotateKey } from '../../lib/account/keys.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { keyAnswer, rotateKeyInput } from '../../lib/wire/keys.ts';

/** POST /account/keys/rotate: a new pair replaces another, which still works for the overlap. */
export const create = endpoint('account/rotate-key', {
  input: ({ body }) => rotateKeyInput(body),
  run: async ({ app, tenant, rights, input, now }) => {
    const { key, apiSecret } = await rotateKey(app, tenant.id, input, rights);
    return keyAnswer(key, now, apiSecret);
  },
});

export const handler = create(live);
