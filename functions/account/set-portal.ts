import { setPortal } from '../../lib/account/brand.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { portalSettingsAnswer, portalSettingsInput } from '../../lib/wire/brand.ts';

/** PUT /account/portal: sets what the tenant's customers may do in its portal. */
export const create = endpoint('account/set-portal', {
  input: ({ body }) => portalSettingsInput(body),
  run: async ({ app, tenant, input }) => portalSettingsAnswer(await setPortal(app, tenant.id, input)),
});

export const handler = create(live);
