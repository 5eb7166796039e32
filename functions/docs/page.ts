import { document, page } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { Refusal } from '../../lib/refusal.ts';
import { openPage, unknownPage } from '../../site/open-page.ts';
import { POLICY } from '../../site/pages.ts';

/** GET /docs/{page}: one page of the documentation. */
export const create = openEndpoint('docs/page', {
  input: ({ path: { page: name = '' }, headers }) => ({
    html: openPage(name),
    isBrowser: headers.accept?.includes('text/html') === true,
  }),
  run: async ({ input: { html, isBrowser } }) => {
    if (html !== undefined) return document('text/html; charset=utf-8', html, POLICY);
    if (!isBrowser) throw new Refusal('not_found');
    return page(404, { html: unknownPage(), headers: { 'content-security-policy': POLICY, vary: 'accept' } });
  },
});

export const handler = create(live);
