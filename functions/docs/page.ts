import { compressing } from '../../lib/http/compressed.ts';
import { document, page } from '../../lib/http/reply.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { languageCookies } from '../../lib/http/pages.ts';
import { LANGUAGE_COOKIE, languageOf, ourLanguage } from '../../lib/pages/language.ts';
import { live } from '../../lib/runtime/live.ts';
import { Refusal } from '../../lib/refusal.ts';
import { openPage, unknownPage } from '../../site/open-page.ts';
import { POLICY } from '../../site/pages.ts';
import { open, part } from '../../lib/route.ts';

const TYPES: Readonly<Record<string, string>> = { md: 'text/markdown', json: 'application/json' };

/** GET /docs/{page}: one page of the documentation, or the same as Markdown, or what the search goes through. A choice of language (`lang`) is remembered. */
export const declared = openEndpoint({
  name: 'docs/page',
  at: 'GET /docs/{page}',
  uses: part(open, { publicUrl: true }),
  tag: 'Service',
  summary: 'One page of the documentation',
  description:
    'Reference and guides as pages; with `.md` after the name as Markdown. Where there is none of this name, a browser (`Accept: text/html`) gets a page as well (404).',
  answers: 'document',
  pages: [404],
  refusals: ['not_found'],
  input: ({ path: { page: name = '' }, query, headers, cookies, localRun }) => ({
    name,
    chosen: ourLanguage(query.lang ?? ''),
    language: languageOf({
      link: query.lang ?? (name.startsWith('tr-') ? 'tr' : undefined),
      cookie: cookies[LANGUAGE_COOKIE],
      browser: (headers['accept-language'] ?? '*').replaceAll('*', 'en'),
    }),
    place: localRun ? ('local' as const) : ('deployed' as const),
    isBrowser: headers.accept?.includes('text/html') === true,
  }),
  run: async ({ app, input: { name, chosen, language, place, isBrowser } }) => {
    const shown = { place, address: app.settings.publicUrl };
    const text = /\.(txt|xml)$/.test(name) ? undefined : openPage(name, shown);
    const type = TYPES[name.split('.')[1] ?? ''] ?? 'text/html';
    const cookies = languageCookies(LANGUAGE_COOKIE, chosen);
    if (text !== undefined) return document(`${type}; charset=utf-8`, text, POLICY, { cookies });
    if (!isBrowser) throw new Refusal('not_found');
    return page(404, {
      html: unknownPage(shown, language),
      headers: { 'content-security-policy': POLICY, vary: 'accept, accept-language, cookie' },
    });
  },
});

/** Compressed for whoever takes that. */
export const create = compressing(declared.create);

export const handler = create(live);
