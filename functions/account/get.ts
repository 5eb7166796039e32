import { readAccount } from '../../lib/account/account.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { accountAnswer } from '../../lib/wire/account.ts';

/** GET /account: the tenant's own account, with the health of its webhook and of its payment account. */
export const create = endpoint('account/get', {
  input: () => undefined,
  run: async ({ app, tenant, rights }) => accountAnswer(await readAccount(app, tenant.id), rights),
});

export const handler = create(live);
