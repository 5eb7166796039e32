import { compressing } from '../lib/http/compressed.ts';
import { document } from '../lib/http/reply.ts';
import { openEndpoint } from '../lib/http/endpoint.ts';
import { LANGUAGE_COOKIE, languageOf } from '../lib/pages/language.ts';
import { live } from '../lib/runtime/live.ts';
import { standingPage } from '../site/open-page.ts';
import { nameIn } from '../site/page-name.ts';
import { HOME, POLICY } from '../site/pages.ts';
import { open, part } from '../lib/route.ts';

/** GET /docs: the first page of the documentation, in the language chosen before, else in the browser's. */
export const declared = openEndpoint({
  name: 'docs',
  at: 'GET /docs',
  uses: part(open, { publicUrl: true }),
  tag: 'Service',
  summary: 'The documentation',
  description: 'Reference and guides as pages.',
  answers: 'page',
  input: ({ localRun, cookies, headers }) => ({
    place: localRun ? ('local' as const) : ('deployed' as const),
    language: languageOf({
      cookie: cookies[LANGUAGE_COOKIE],
      browser: (headers['accept-language'] ?? '*').replaceAll('*', 'en'),
    }),
  }),
  run: async ({ app, input: { place, language } }) => {
    const address = app.settings.publicUrl;
    const html = standingPage(nameIn(language, HOME), { place, address });
    return document('text/html; charset=utf-8', html, POLICY, {
      headers: { vary: 'accept-language, cookie' },
    });
  },
});

/** Compressed for whoever takes that. */
export const create = compressing(declared.create);

export const handler = create(live);
