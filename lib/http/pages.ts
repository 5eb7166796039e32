import { headersOver, isForAPage } from './browser.ts';
import type { HttpEvent, HttpHandler, RequestParts } from './call.ts';
import { hostCookie, page } from './reply.ts';

type Members = Readonly<Record<string, string | undefined>>;

/** The members of a form that a browser has sent; the first of several of a name counts. */
export function formIn(body: unknown): Members {
  const members: Record<string, string> = {};
  if (typeof body !== 'string') return members;
  for (const [name, value] of new URLSearchParams(body)) members[name] ??= value;
  return members;
}

/** What tells the language of a page: its link, else what was chosen before, and the browser's own. */
export const languageHints = (
  { query, cookies, headers }: Pick<RequestParts, 'query' | 'cookies' | 'headers'>,
  cookie: string,
) => ({
  chosen: query.lang ?? cookies[cookie],
  browser: headers['accept-language'],
});

/** How long a chosen language is remembered. */
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The cookie by which a language that was chosen is remembered; none where none was. */
export const languageCookies = (
  cookie: `__Host-${string}`,
  language: string | undefined,
): readonly string[] => (language === undefined ? [] : [hostCookie(cookie, language, YEAR_SECONDS)]);

/** A handler whose own failures (5xx, and 429) a browser sees as a page, with the same status and headers. */
export function withPageOfFailure(
  handler: HttpHandler,
  pageFor: (event: HttpEvent, status: number) => Parameters<typeof page>[1],
): HttpHandler {
  return async (event, context) => {
    const result = await handler(event, context);
    if (!isForAPage(result)) return result;
    const { statusCode = 500 } = result;
    const { headers, body = '' } = page(statusCode, pageFor(event, statusCode)).result;
    return { ...result, headers: headersOver(result, headers), body };
  };
}
