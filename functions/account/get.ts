import { readAccount } from '../../lib/account/account.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { accountAnswer } from '../../lib/wire/account.ts';
import { accountGet } from '../../lib/rows.ts';

/** GET /account: the tenant's own account, with the health of its webhook and of its payment account. */
export const create = endpoint(accountGet, {
  input: () => undefined,
  run: async ({ app, tenant, rights }) => accountAnswer(await readAccount(app, tenant.id), rights),
});

export const handler = create(live);
