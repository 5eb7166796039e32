import { NO_RECOVERY } from '../../lib/billing/recovery.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { recoveryAnswer } from '../../lib/wire/recovery.ts';
import { accountGetRecovery } from '../../lib/rows.ts';

/** GET /account/recovery: when failed renewals are tried again, and what follows. */
export const create = endpoint(accountGetRecovery, {
  input: () => undefined,
  run: async ({ app, tenant }) => recoveryAnswer((await readTenant(app, tenant.id)).recovery ?? NO_RECOVERY),
});

export const handler = create(live);
