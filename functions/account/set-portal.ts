import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { setPortal } from '../../lib/verbs/set-portal.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { portalSettingsAnswer, portalSettingsInput } from '../../lib/wire/brand.ts';
import { accountSetPortal } from '../../lib/rows.ts';

/** PUT /account/portal: sets what the tenant's customers may do in its portal. */
export const create = endpoint(accountSetPortal, {
  input: ({ body }) => portalSettingsInput(body),
  run: async ({ input, ...call }) => portalSettingsAnswer(await byKey(setPortal, call, input)),
});

export const handler = create(live);
