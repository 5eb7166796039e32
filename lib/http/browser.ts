import type { HttpEvent, HttpHandler } from './call.ts';
import { page } from './reply.ts';

/** Time for a throttled table or a busy function to recover (our choice). */
const LOADS_AGAIN_AFTER_SECONDS = 5;

/**
 * A page's handler whose own failures (5xx) a browser sees as `pageFor` shows them, with the same status: a page that
 * loads itself again after `seconds`. It gets the request as the handler has read it, with a body that is text. Whoever
 * sends an API key is no browser and gets the failure body.
 */
export function withFailurePage(
  handler: HttpHandler,
  pageFor: (event: HttpEvent, seconds: number) => Parameters<typeof page>[1],
): HttpHandler {
  return async (event, context) => {
    const result = await handler(event, context);
    const { statusCode = 200 } = result;
    if (statusCode < 500 || event.headers['x-api-key'] !== undefined) return result;
    const { headers, body = '' } = page(statusCode, pageFor(event, LOADS_AGAIN_AFTER_SECONDS)).result;
    return { ...result, headers: { ...result.headers, ...headers }, body };
  };
}
