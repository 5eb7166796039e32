import { openEndpoint } from '../lib/http/endpoint.ts';
import { live } from '../lib/live.ts';
import { VERSION } from '../lib/version.ts';

/** GET /health: confirms that a request gets here, and the version. Touches nothing. */
export const create = openEndpoint('health', {
  input: () => undefined,
  run: async () => ({ status: 'success', version: VERSION }),
});

export const handler = create(live);
