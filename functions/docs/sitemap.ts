import { compressing } from '../../lib/http/compressed.ts';
import { document } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { standingPage } from '../../site/open-page.ts';
import { open, part } from '../../lib/route.ts';

/** GET /sitemap.xml: the addresses of all pages of the documentation. */
export const declared = openEndpoint({
  name: 'docs/sitemap',
  at: 'GET /sitemap.xml',
  uses: part(open, { publicUrl: true }),
  tag: 'Service',
  summary: 'The addresses of all pages of the documentation',
  description: 'As `sitemaps.org` has it.',
  answers: 'sitemap',
  input: ({ localRun }) => (localRun ? 'local' : 'deployed'),
  run: async ({ app, input: place }) => {
    const text = standingPage('sitemap.xml', { place, address: app.settings.publicUrl });
    return document('application/xml; charset=utf-8', text);
  },
});

/** Compressed for whoever takes that. */
export const create = compressing(declared.create);

export const handler = create(live);
