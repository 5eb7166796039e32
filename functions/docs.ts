import { compressing } from '../lib/http/compressed.ts';
import { document } from '../lib/http/reply.ts';
import { openEndpoint } from '../lib/http/endpoint.ts';
import { live } from '../lib/runtime/live.ts';
import { openPage } from '../site/open-page.ts';
import { HOME, POLICY } from '../site/pages.ts';

/** GET /docs: the first page of the documentation. */
export const create = compressing(
  openEndpoint('docs', {
    input: ({ localRun }) => (localRun ? 'local' : 'deployed'),
    run: async ({ app, input: place }) => {
      const address = app.settings.publicUrl;
      return document('text/html; charset=utf-8', openPage(HOME, { place, address }) ?? '', POLICY);
    },
  }),
);

export const handler = create(live);
