import type { HttpEvent, HttpHandler, HttpResult } from './call.ts';
import type { CoreApp } from '../runtime/app.ts';
import { AGAIN, RELOADS_MAX, SECOND_MS, againAfter } from '../limits.ts';
import { page } from './reply.ts';

/** The part of a page's query that counts the failures in a row. */
const FAILURES = 'failures';

interface Reload {
  /** By itself after so long; null: not any more. */
  readonly seconds: number | null;
  /** The query to load next, with its count; a customer who tries again in the end begins anew. */
  readonly again: (query: string) => string;
}

function reloadAfter({ queryStringParameters: query = {} }: HttpEvent): Reload {
  const failures = /^[0-9]$/.test(query[FAILURES] ?? '') ? Number(query[FAILURES]) : 0;
  const goesOn = failures < RELOADS_MAX.page;
  const again = (asked: string) => {
    const members = new URLSearchParams(asked);
    if (goesOn) members.set(FAILURES, String(failures + 1));
    else members.delete(FAILURES);
    return `?${members.toString()}`;
  };
  const seconds = againAfter(failures, AGAIN.page) / SECOND_MS;
  return { seconds: goesOn ? seconds : null, again };
}

/** The headers of an answer that a page takes the place of: when to ask again stays as it was said. */
export function headersOver(
  { headers: said = {} }: HttpResult,
  of: HttpResult['headers'],
): HttpResult['headers'] {
  const again = said['retry-after'];
  return { ...said, ...of, ...(again !== undefined && { 'retry-after': again }) };
}

/** Whether a browser has been refused for asking too often, or met a failure of ours, and no page says so yet. */
export const isForAPage = ({ statusCode = 200, headers }: HttpResult): boolean =>
  (statusCode === 429 || statusCode >= 500) && !String(headers?.['content-type']).startsWith('text/html');

/**
 * A page's handler whose own failures (5xx, and 429) a browser sees as `pageFor` shows them; whoever sends an API key gets the
 * body.
 */
export function withFailurePage(
  handler: HttpHandler,
  pageFor: (event: HttpEvent, reload: Reload, status: number) => Parameters<typeof page>[1],
): HttpHandler {
  return async (event, context) => {
    const result = await handler(event, context);
    if (!isForAPage(result) || event.headers['x-api-key'] !== undefined) return result;
    const { statusCode = 500 } = result;
    const { headers, body = '' } = page(statusCode, pageFor(event, reloadAfter(event), statusCode)).result;
    return { ...result, headers: headersOver(result, headers), body };
  };
}

/** The first of several cookies of a name counts, as in browsers the most specific one does. */
export function cookiesIn({ cookies = [] }: HttpEvent): Record<string, string> {
  const pairs = cookies.map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(pairs.toReversed());
}

interface Came {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly http: { readonly sourceIp: string } };
}

/** The address that a browser comes from: behind the firewall the gateway itself sees only that, which names who came to it. */
export function visitorAddress(
  { settings }: Pick<CoreApp, 'settings'>,
  { headers, requestContext }: Came,
): string {
  const { sourceIp } = requestContext.http;
  const named =
    settings.isBehindFirewall === true ? headers['x-forwarded-for']?.split(',').at(-2)?.trim() : undefined;
  return named === undefined || named === '' ? sourceIp : named;
}
