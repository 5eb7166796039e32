import { openEndpoint } from '../lib/http/endpoint.ts';
import { found } from '../lib/http/reply.ts';
import { live } from '../lib/runtime/live.ts';
import { home } from '../lib/rows.ts';

/** GET /: leads to the documentation. */
export const create = openEndpoint(home, {
  input: () => undefined,
  run: async () => found('/docs'),
});

export const handler = create(live);
