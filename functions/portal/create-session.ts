import { endpoint } from '../../lib/http/endpoint.ts';
import { portalLink } from '../../lib/verbs/portal-link.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  portalSessionAnswer,
  portalSessionBody,
  portalSessionInput,
  portalSessionAnswerShape,
} from '../../lib/wire/portal.ts';
import { setting, part } from '../../lib/route.ts';
import { SUBSCRIBER_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** POST /portal/sessions: a link that signs a customer in to the portal, once. */
export const declared = endpoint({
  name: 'portal/create-session',
  at: 'POST /portal/sessions',
  uses: part(setting, { publicUrl: true }),
  verb: portalLink,
  tag: 'Pages',
  summary: 'Open the customer portal',
  description:
    'A link for this customer, good for ten minutes: it opens a page with one button, which uses it up and begins a session of half an hour. `returnUrl` is where the customer goes back to, under the rule of `callbackUrl`.',
  asks: { body: portalSessionBody, oneOf: [['pay-subscriber-reference-code'], ['svc-id'], ['external-id']] },
  answers: portalSessionAnswerShape,
  refusals: [
    'missing_identifier',
    'mutually_exclusive_parameters',
    'portal_disabled',
    ...SUBSCRIBER_REFUSALS,
  ],
  example: {
    body: { 'svc-id': SAMPLE.subscriberSvcId, returnUrl: 'https://shop.example/account', language: 'tr' },
  },
  input: ({ body, mayLeadTo }) => portalSessionInput(body, mayLeadTo),
  answersAnew: true,
  run: async ({ input, ...call }) => portalSessionAnswer(await byKey(portalLink, call, input)),
});

export const { create } = declared;

export const handler = create(live);
