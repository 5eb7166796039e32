import { openEndpoint } from '../lib/http/endpoint.ts';
import { live } from '../lib/runtime/live.ts';
import { Refusal } from '../lib/refusal.ts';
import { methodsOf } from '../lib/routes.ts';
import { notFound } from '../lib/rows.ts';

/** `$default`: 404, or 405 if the path has other methods. */
export const create = openEndpoint(notFound, {
  input: ({ address }) => methodsOf(address),
  run: async ({ input: allow }) => {
    if (allow.length === 0) throw new Refusal('not_found');
    const message = `This address does not have this method, only ${allow.join(', ')}.`;
    throw new Refusal('method_not_allowed', { allow, message });
  },
});

export const handler = create(live);
