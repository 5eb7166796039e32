import { openEndpoint } from '../lib/http/endpoint.ts';
import { openAnswer } from '../lib/http/reply.ts';
import { live } from '../lib/runtime/live.ts';
import { VERSION } from '../lib/runtime/version.ts';
import { health } from '../lib/rows.ts';

/** GET /health: confirms that a request gets here, and the version. Touches nothing. */
export const create = openEndpoint(health, {
  input: () => undefined,
  run: async () => openAnswer({ status: 'success', version: VERSION }),
});

export const handler = create(live);
