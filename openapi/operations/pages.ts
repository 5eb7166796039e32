import { brandBody, portalSettingsBody } from '../../lib/wire/brand.ts';
import { brandAnswer, portalSettingsAnswer } from '../answers/pages.ts';
import { examples } from '../examples/pages.ts';
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
