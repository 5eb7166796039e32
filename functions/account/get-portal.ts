import { USUAL_PORTAL } from '../../lib/billing/brand.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { portalSettingsAnswer, portalSettingsAnswerShape } from '../../lib/wire/brand.ts';
import { read } from '../../lib/route.ts';

/** GET /account/portal: what the tenant's customers may do in its portal. */
export const declared = endpoint({
  name: 'account/get-portal',
  at: 'GET /account/portal',
  uses: read,
  tag: 'Pages',
  summary: 'Read what the customer portal offers',
  description: 'Until it is set, everything.',
  answers: portalSettingsAnswerShape,
  example: {},
  input: () => undefined,
  run: async ({ app }) => portalSettingsAnswer((await readTenant(app)).portal ?? USUAL_PORTAL),
});

export const { create } = declared;

export const handler = create(live);
