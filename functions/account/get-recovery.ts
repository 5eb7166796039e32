import { NO_RECOVERY } from '../../lib/billing/recovery.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { recoveryAnswer } from '../../lib/wire/recovery.ts';

/** GET /account/recovery: when failed renewals are tried again, and what follows. */
export const create = endpoint('account/get-recovery', {
  input: () => undefined,
  run: async ({ app, tenant }) => recoveryAnswer((await readTenant(app, tenant.id)).recovery ?? NO_RECOVERY),
});

export const handler = create(live);
