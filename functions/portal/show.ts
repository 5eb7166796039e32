import { foreignPage } from '../../lib/pages/foreign.ts';
import { browserEndpoint } from '../../lib/http/endpoint.ts';
import { portalReply, portalRequest, withPortalFailures } from '../../lib/portal/answer.ts';
import { showPortal } from '../../lib/portal/show.ts';
import { live } from '../../lib/runtime/live.ts';
import type { AppOf } from '../../lib/runtime/app.ts';
import { shown, part } from '../../lib/route.ts';

/** GET /portal/{page}: the customer portal's pages, and the link that opens it. */
export const declared = browserEndpoint({
  name: 'portal/show',
  at: 'GET /portal/{page}',
  uses: part(shown, { door: 'portal', people: 'read' }),
  tag: 'Pages',
  summary: 'A page of the customer portal',
  description:
    "For a customer's browser, which comes by a link of `POST /portal/sessions`. Opening a page changes nothing: the link is used up by its button. A link that is over gets a page that leads back to the shop (410).",
  answers: 'visit',
  pages: [401, 403, 404, 409, 410, 429, 500, 502, 503, 504],
  foreign: (browser, nonce) => foreignPage(browser, nonce, '/portal/home'),
  input: (parts) => ({ ...portalRequest(parts, 'page'), lang: parts.query.lang }),
  run: async ({ app, input: { lang, ...request }, requestId }) =>
    portalReply(await showPortal(app, { ...request, requestId }), lang),
});

/** A page that fails is one of the portal, too. */
export const create = (app: AppOf<typeof declared.route>) => withPortalFailures(app, declared.create(app));

export const handler = create(live);
