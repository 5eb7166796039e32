import { USUAL_PORTAL } from '../../lib/billing/brand.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { portalSettingsAnswer } from '../../lib/wire/brand.ts';
import { accountGetPortal } from '../../lib/rows.ts';

/** GET /account/portal: what the tenant's customers may do in its portal. */
export const create = endpoint(accountGetPortal, {
  input: () => undefined,
  run: async ({ app, tenant }) =>
    portalSettingsAnswer((await readTenant(app, tenant.id)).portal ?? USUAL_PORTAL),
});

export const handler = create(live);
