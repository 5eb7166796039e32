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
      'Reference and guides as pages. Where there is none of this name, a browser (`Accept: text/html`) gets a page as well (404).',
    answer: 'page',
    pages: [404],
  },
};
