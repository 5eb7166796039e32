import { brandBody, portalSettingsBody } from '../../lib/wire/brand.ts';
import { portalSessionBody } from '../../lib/wire/portal.ts';
import { brandAnswer, portalSessionAnswer, portalSettingsAnswer } from '../answers/pages.ts';
import { examples } from '../examples/pages.ts';
import { SUBSCRIBER_REFUSALS } from '../refusals.ts';
import type { Operations } from '../operation.ts';

/** What the description says of the pages that a tenant's customers see. */
export const pages: Operations = {
  'account/get-brand': {
    tag: 'Pages',
    summary: 'Read the brand',
    description: 'What every page that your customers see bears.',
    answer: brandAnswer,
    example: examples.getBrand,
  },

  'account/set-brand': {
    tag: 'Pages',
    summary: 'Change the brand',
    description:
      'What is absent stays as it is; null takes it away. Pages show it within a minute. A logo is checked by its own bytes.',
    body: brandBody,
    bodyMayBeAbsent: true,
    answer: brandAnswer,
    example: examples.setBrand,
  },

  'brand/logo': {
    tag: 'Pages',
    summary: 'A logo',
    description: 'A PNG, a JPEG or a WebP that browsers may keep for a year.',
    answer: 'image',
    refusals: ['not_found'],
  },

  'portal/create-session': {
    tag: 'Pages',
    summary: 'Open the customer portal',
    description:
      'A link for this customer, good for ten minutes: it opens a page with one button, which uses it up and begins a session of half an hour. `returnUrl` is where the customer goes back to, under the rule of `callbackUrl`.',
    body: portalSessionBody,
    oneOf: [['pay-subscriber-reference-code'], ['svc-id'], ['external-id']],
    answer: portalSessionAnswer,
    refusals: [
      'missing_identifier',
      'mutually_exclusive_parameters',
      'portal_disabled',
      ...SUBSCRIBER_REFUSALS,
    ],
    example: examples.createPortalSession,
  },

  'portal/show': {
    tag: 'Pages',
    summary: 'A page of the customer portal',
    description:
      "For a customer's browser, which comes by a link of `POST /portal/sessions`. Opening a page changes nothing: the link is used up by its button. A link that is over gets a page that leads back to the shop (410).",
    answer: 'visit',
    pages: [401, 403, 404, 409, 410, 429, 500, 502, 503, 504],
  },

  'portal/act': {
    tag: 'Pages',
    summary: 'What a customer does in the portal',
    description:
      'A form of a page of the portal, bound to its session. Each act is the verb of an endpoint and tells the payment provider.',
    answer: 'visit',
    pages: [400, 401, 402, 403, 404, 409, 410, 429, 500, 502, 503, 504],
  },

  'account/get-portal': {
    tag: 'Pages',
    summary: 'Read what the customer portal offers',
    description: 'Until it is set, everything.',
    answer: portalSettingsAnswer,
    example: examples.getPortal,
  },

  'account/set-portal': {
    tag: 'Pages',
    summary: 'Set what the customer portal offers',
    description: 'The whole of it. What is switched off is not on its pages, and its addresses are 404.',
    body: portalSettingsBody,
    bodyMayBeAbsent: true,
    answer: portalSettingsAnswer,
    example: examples.setPortal,
  },
};
