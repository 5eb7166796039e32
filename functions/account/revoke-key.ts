import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { revokeKey } from '../../lib/verbs/revoke-key.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { keyAnswer, revokeKeyInput } from '../../lib/wire/keys.ts';
import { accountRevokeKey } from '../../lib/rows.ts';

/** DELETE /account/keys: revokes a pair; it is refused everywhere within a minute. */
export const create = endpoint(accountRevokeKey, {
  input: ({ body, query }) => revokeKeyInput(body, query),
  run: async ({ input, ...call }) => keyAnswer(await byKey(revokeKey, call, input.apiKey), call.now),
});

export const handler = create(live);
