import { endpoint } from '../../lib/http/endpoint.ts';
import { createPortalLink } from '../../lib/portal/links.ts';
import { live } from '../../lib/runtime/live.ts';
import { portalSessionAnswer, portalSessionInput } from '../../lib/wire/portal.ts';

/** POST /portal/sessions: a link that signs a customer in to the portal, once. */
export const create = endpoint('portal/create-session', {
  input: ({ body, mayLeadTo }) => portalSessionInput(body, mayLeadTo),
  answersAnew: true,
  run: async ({ app, tenant, input }) => portalSessionAnswer(await createPortalLink(app, tenant, input)),
});

export const handler = create(live);
