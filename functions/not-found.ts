import { openEndpoint } from '../lib/http/endpoint.ts';
import { live } from '../lib/runtime/live.ts';
import { Refusal } from '../lib/refusal.ts';
import { addresses } from './addresses.ts';
import { open } from '../lib/route.ts';

/** `$default`: 404, or 405 if the path has other methods. */
export const declared = openEndpoint({
  name: 'not-found',
  at: '$default',
  uses: open,
  input: ({ address }) => address,
  run: async ({ input: address }) => {
    const allow = methodsOf(address, await addresses());
    if (allow.length === 0) throw new Refusal('not_found');
    const message = `This address does not have this method, only ${allow.join(', ')}.`;
    throw new Refusal('method_not_allowed', { allow, message });
  },
});

export const { create } = declared;

/** The methods that a requested path supports; empty if no route has the path. */
function methodsOf(path: string, all: Awaited<ReturnType<typeof addresses>>): string[] {
  const segments = path.split('/');
  const isServed = (own: readonly string[]) =>
    own.length === segments.length &&
    own.every((part, at) => part === segments[at] || (part.startsWith('{') && segments[at] !== ''));
  return [...new Set(all.flatMap((one) => (isServed(one.path.split('/')) ? one.methods : [])))];
}

export const handler = create(live);
