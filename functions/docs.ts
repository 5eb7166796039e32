import { document } from '../lib/http/reply.ts';
import { openEndpoint } from '../lib/http/endpoint.ts';
import { live } from '../lib/runtime/live.ts';
import { openPage } from '../site/open-page.ts';
import { HOME, POLICY } from '../site/pages.ts';

/** GET /docs: the first page of the documentation. */
export const create = openEndpoint('docs', {
  input: () => undefined,
  run: async () => document('text/html; charset=utf-8', openPage(HOME) ?? '', POLICY),
});

export const handler = create(live);
