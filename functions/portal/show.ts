import { foreignPage } from '../../lib/pages/foreign.ts';
import { browserEndpoint } from '../../lib/http/endpoint.ts';
import { portalReply, portalRequest, withPortalFailures } from '../../lib/portal/answer.ts';
import { showPortal } from '../../lib/portal/show.ts';
import { live } from '../../lib/runtime/live.ts';
import type { AppOf } from '../../lib/runtime/app.ts';
import { portalShow } from '../../lib/rows.ts';

const shown = browserEndpoint(portalShow, {
  foreign: (browser, nonce) => foreignPage(browser, nonce, '/portal/home'),
  input: (parts) => ({ ...portalRequest(parts, 'page'), lang: parts.query.lang }),
  run: async ({ app, input: { lang, ...request }, requestId }) =>
    portalReply(await showPortal(app, { ...request, requestId }), lang),
});

/** GET /portal/{page}: the customer portal's pages, and the link that opens it. */
export const create = (app: AppOf<typeof portalShow>) => withPortalFailures(app, shown(app));

export const handler = create(live);
