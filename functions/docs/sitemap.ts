import { compressing } from '../../lib/http/compressed.ts';
import { document } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { standingPage } from '../../site/open-page.ts';
import { docsSitemap } from '../../lib/rows.ts';

/** GET /sitemap.xml: the addresses of all pages of the documentation. */
export const create = compressing(
  openEndpoint(docsSitemap, {
    input: ({ localRun }) => (localRun ? 'local' : 'deployed'),
    run: async ({ app, input: place }) => {
      const text = standingPage('sitemap.xml', { place, address: app.settings.publicUrl });
      return document('application/xml; charset=utf-8', text);
    },
  }),
);

export const handler = create(live);
