import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { setPortal } from '../../lib/verbs/set-portal.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import {
  portalSettingsAnswer,
  portalSettingsBody,
  portalSettingsInput,
  portalSettingsAnswerShape,
} from '../../lib/wire/brand.ts';
import { setting } from '../../lib/route.ts';

/** PUT /account/portal: sets what the tenant's customers may do in its portal. */
export const declared = endpoint({
  name: 'account/set-portal',
  at: 'PUT /account/portal',
  uses: setting,
  verb: setPortal,
  tag: 'Pages',
  summary: 'Set what the customer portal offers',
  description: 'The whole of it. What is switched off is not on its pages, and its addresses are 404.',
  asks: { body: portalSettingsBody, bodyMayBeAbsent: true },
  answers: portalSettingsAnswerShape,
  example: {
    body: { enabled: true, actions: ['card', 'plan', 'cancel', 'invoices'], plans: 'same-product' },
  },
  input: ({ body }) => portalSettingsInput(body),
  run: async ({ input, ...call }) => portalSettingsAnswer(await byKey(setPortal, call, input)),
});

export const { create } = declared;

export const handler = create(live);
