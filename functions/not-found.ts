import { openEndpoint } from '../lib/http/endpoint.ts';
import { live } from '../lib/runtime/live.ts';
import { Refusal } from '../lib/refusal.ts';
import { methodsOf } from '../lib/routes.ts';

/** `$default`: 404, or 405 if the path has other methods. */
export const create = openEndpoint('not-found', {
  input: ({ address }) => methodsOf(address),
  run: async ({ input: allow }) => {
    throw allow.length > 0 ? new Refusal('method_not_allowed', { allow }) : new Refusal('not_found');
  },
});

export const handler = create(live);
