import { openEndpoint } from '../lib/http/endpoint.ts';
import { found } from '../lib/http/reply.ts';
import { live } from '../lib/runtime/live.ts';
import { open } from '../lib/route.ts';

/** GET /: leads to the documentation. */
export const declared = openEndpoint({
  name: 'home',
  at: 'GET /',
  uses: open,
  tag: 'Service',
  summary: 'To the documentation',
  description: 'Leads to `/docs`.',
  answers: 'elsewhere',
  input: () => undefined,
  run: async () => found('/docs'),
});

export const { create } = declared;

export const handler = create(live);
