import { listKeys } from '../../lib/account/keys.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { keysAnswer, keysInput, keysQuery, keysAnswerShape } from '../../lib/wire/keys.ts';
import { read, part } from '../../lib/route.ts';

/** GET /account/keys: the tenant's key pairs, newest first, without secrets. */
export const declared = endpoint({
  name: 'account/list-keys',
  at: 'GET /account/keys',
  uses: part(read, { freshKey: true, keyPairs: 'read' }),
  tag: 'Account',
  summary: 'List the key pairs',
  description: 'Newest first, without their secrets. A key is its own cursor.',
  asks: { query: keysQuery },
  answers: keysAnswerShape,
  refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
  example: { query: { limit: '10' } },
  input: ({ query }) => keysInput(query),
  run: async ({ app, input, now }) => keysAnswer(await listKeys(app), input, now),
});

export const { create } = declared;

export const handler = create(live);
