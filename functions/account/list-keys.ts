import { listKeys } from '../../lib/account/keys.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { keysAnswer, keysInput } from '../../lib/wire/keys.ts';
import { accountListKeys } from '../../lib/rows.ts';

/** GET /account/keys: the tenant's key pairs, newest first, without secrets. */
export const create = endpoint(accountListKeys, {
  input: ({ query }) => keysInput(query),
  run: async ({ app, tenant, input, now }) => keysAnswer(await listKeys(app, tenant.id), input, now),
});

export const handler = create(live);
