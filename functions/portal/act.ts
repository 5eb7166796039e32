import { foreignPage } from '../../lib/pages/foreign.ts';
import { personTokenIn } from '../../lib/console/credentials.ts';
import { sessionOf } from '../../lib/console/session.ts';
import { browserEndpoint } from '../../lib/http/endpoint.ts';
import { actInPortal } from '../../lib/portal/act.ts';
import { portalReply, portalRequest, withPortalFailures } from '../../lib/portal/answer.ts';
import { live } from '../../lib/runtime/live.ts';
import type { AppOf } from '../../lib/runtime/app.ts';
import { part, write, sent } from '../../lib/route.ts';

/** POST /portal/{page}: what a customer does in the portal. */
export const declared = browserEndpoint({
  name: 'portal/act',
  at: 'POST /portal/{page}',
  uses: part(part(write, sent), { door: 'portal', people: 'read', audit: 'write', publicUrl: true }),
  tag: 'Pages',
  summary: 'What a customer does in the portal',
  description:
    'A form of a page of the portal, bound to its session. Each act is the verb of an endpoint and tells the payment provider.',
  answers: 'visit',
  pages: [400, 401, 402, 403, 404, 409, 410, 429, 500, 502, 503, 504],
  foreign: (browser, nonce) => foreignPage(browser, nonce, '/portal/home'),
  input: (parts) => ({
    ...portalRequest(parts, 'act'),
    personOf: personTokenIn(sessionOf(parts.cookies))?.tenant,
  }),
  run: async ({ app, input, requestId }) =>
    portalReply(await actInPortal(app, { ...input, requestId }), undefined),
});

/** An act that fails is shown on a page of the portal. */
export const create = (app: AppOf<typeof declared.route>) => withPortalFailures(app, declared.create(app));

export const handler = create(live);
