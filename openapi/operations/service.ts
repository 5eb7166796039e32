import * as z from 'zod';
import { component, success } from '../answers/shared.ts';
import type { Operations } from '../operation.ts';
import { VERSION } from '../../lib/runtime/version.ts';

/** What the description says of the service itself. */
export const service: Operations = {
  health: {
    tag: 'Service',
    summary: 'Whether the service answers',
    description: 'Touches nothing: it says that a request gets here, and which version answers.',
    answer: component('HealthAnswer', z.strictObject({ status: success, version: z.string() })),
    example: { answer: { status: 'success', version: VERSION } },
  },

  openapi: {
    tag: 'Service',
    summary: 'This description',
    description: 'OpenAPI 3.1, webhooks included.',
    answer: z.looseObject({ openapi: z.literal('3.1.0') }),
  },

  home: {
    tag: 'Service',
    summary: 'To the documentation',
    description: 'Leads to `/docs`.',
    answer: 'elsewhere',
  },

  docs: {
    tag: 'Service',
    summary: 'The documentation',
    description: 'Reference and guides as pages.',
    answer: 'page',
  },

  'docs/page': {
    refusals: ['not_found'],
    tag: 'Service',
    summary: 'One page of the documentation',
    description:
      'Reference and guides as pages; with `.md` after the name as Markdown. Where there is none of this name, a browser (`Accept: text/html`) gets a page as well (404).',
    answer: 'document',
    pages: [404],
  },

  'docs/for-machines': {
    tag: 'Service',
    summary: 'The documentation, for programs that read',
    description: 'What the service is and where each page is as Markdown.',
    answer: 'text',
  },

  'docs/sitemap': {
    tag: 'Service',
    summary: 'The addresses of all pages of the documentation',
    description: 'As `sitemaps.org` has it.',
    answer: 'sitemap',
  },
};
