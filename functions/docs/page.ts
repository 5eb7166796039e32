import { document } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/live.ts';
import { Refusal } from '../../lib/refusal.ts';
import { openPage } from '../../site/open-page.ts';
import { POLICY } from '../../site/pages.ts';

/** GET /docs/{page}: one page of the documentation. */
export const create = openEndpoint('docs/page', {
  input: ({ path: { page = '' } }) => openPage(page),
  run: async ({ input: html }) => {
    if (html === undefined) throw new Refusal('not_found');
    return document('text/html; charset=utf-8', html, POLICY);
  },
});

export const handler = create(live);
