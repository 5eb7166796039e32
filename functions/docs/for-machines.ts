import { compressing } from '../../lib/http/compressed.ts';
import { document } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { standingPage } from '../../site/open-page.ts';
import { docsForMachines } from '../../lib/rows.ts';

/** GET /llms.txt: what the service is and where its pages are, for programs that read. */
export const create = compressing(
  openEndpoint(docsForMachines, {
    input: ({ localRun }) => (localRun ? 'local' : 'deployed'),
    run: async ({ app, input: place }) => {
      const text = standingPage('llms.txt', { place, address: app.settings.publicUrl });
      return document('text/plain; charset=utf-8', text);
    },
  }),
);

export const handler = create(live);
