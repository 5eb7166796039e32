import { foreignPage } from '../../lib/pages/foreign.ts';
import { personTokenIn } from '../../lib/console/credentials.ts';
import { sessionOf } from '../../lib/console/session.ts';
import { browserEndpoint } from '../../lib/http/endpoint.ts';
import { actInPortal } from '../../lib/portal/act.ts';
import { portalReply, portalRequest, withPortalFailures } from '../../lib/portal/answer.ts';
import { live } from '../../lib/runtime/live.ts';
import type { AppOf } from '../../lib/runtime/app.ts';
import { portalAct } from '../../lib/rows.ts';

const acted = browserEndpoint(portalAct, {
  foreign: (browser, nonce) => foreignPage(browser, nonce, '/portal/home'),
  input: (parts) => ({
    ...portalRequest(parts, 'act'),
    personOf: personTokenIn(sessionOf(parts.cookies))?.tenant,
  }),
  run: async ({ app, input, requestId }) =>
    portalReply(await actInPortal(app, { ...input, requestId }), undefined),
});

/** POST /portal/{act}: what a customer does in the portal. */
export const create = (app: AppOf<typeof portalAct>) => withPortalFailures(app, acted(app));

export const handler = create(live);
