import { compressing } from '../../lib/http/compressed.ts';
import { document } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { standingPage } from '../../site/open-page.ts';
import { open, part } from '../../lib/route.ts';

/** GET /llms.txt: what the service is and where its pages are, for programs that read. */
export const declared = openEndpoint({
  name: 'docs/for-machines',
  at: 'GET /llms.txt',
  uses: part(open, { publicUrl: true }),
  tag: 'Service',
  summary: 'The documentation, for programs that read',
  description: 'What the service is and where each page is as Markdown.',
  answers: 'text',
  input: ({ localRun }) => (localRun ? 'local' : 'deployed'),
  run: async ({ app, input: place }) => {
    const text = standingPage('llms.txt', { place, address: app.settings.publicUrl });
    return document('text/plain; charset=utf-8', text);
  },
});

/** Compressed for whoever takes that. */
export const create = compressing(declared.create);

export const handler = create(live);
