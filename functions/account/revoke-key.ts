import { revokeKey } from '../../lib/account/keys.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { keyAnswer, revokeKeyInput } from '../../lib/wire/keys.ts';

/** DELETE /account/keys: revokes a pair; it is refused everywhere within a minute. */
export const create = endpoint('account/revoke-key', {
  input: ({ body, query }) => revokeKeyInput(body, query),
  run: async ({ app, tenant, input, now }) => keyAnswer(await revokeKey(app, tenant.id, input.apiKey), now),
});

export const handler = create(live);
