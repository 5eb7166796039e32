import type { HttpEvent, HttpHandler } from './call.ts';
import { page } from './reply.ts';

/**
 * How long a page of a failure waits before it loads itself again; after five minutes in all it no longer does (our
 * choice).
 */
const RELOADS = { firstSeconds: 5, longestSeconds: 60, max: 8 } as const;

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
  const goesOn = failures < RELOADS.max;
  const again = (asked: string) => {
    const members = new URLSearchParams(asked);
    if (goesOn) members.set(FAILURES, String(failures + 1));
    else members.delete(FAILURES);
    return `?${members.toString()}`;
  };
  const seconds = Math.min(RELOADS.firstSeconds * 2 ** failures, RELOADS.longestSeconds);
  return { seconds: goesOn ? seconds : null, again };
}

/**
 * A page's handler whose own failures (5xx) a browser sees as `pageFor` shows them; whoever sends an API key gets the
 * body.
 */
export function withFailurePage(
  handler: HttpHandler,
  pageFor: (event: HttpEvent, reload: Reload) => Parameters<typeof page>[1],
): HttpHandler {
  return async (event, context) => {
    const result = await handler(event, context);
    const { statusCode = 200 } = result;
    if (statusCode < 500 || event.headers['x-api-key'] !== undefined) return result;
    const { headers, body = '' } = page(statusCode, pageFor(event, reloadAfter(event))).result;
    return { ...result, headers: { ...result.headers, ...headers }, body };
  };
}
