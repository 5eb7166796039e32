import { endpoint } from '../../lib/http/endpoint.ts';
import { portalLink } from '../../lib/verbs/portal-link.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { live } from '../../lib/runtime/live.ts';
import { portalSessionAnswer, portalSessionInput } from '../../lib/wire/portal.ts';
import { portalCreateSession } from '../../lib/rows.ts';

/** POST /portal/sessions: a link that signs a customer in to the portal, once. */
export const create = endpoint(portalCreateSession, {
  input: ({ body, mayLeadTo }) => portalSessionInput(body, mayLeadTo),
  answersAnew: true,
  run: async ({ input, ...call }) => portalSessionAnswer(await byKey(portalLink, call, input)),
});

export const handler = create(live);
