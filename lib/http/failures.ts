import type { App } from '../app.ts';
import type { Route } from '../routes.ts';
import { Refusal, willPass } from '../refusal.ts';
import { Conflict } from '../table/table.ts';
import { json, withHeaders } from './answer.ts';
import type { HttpRequest } from './call.ts';

/** First in, last out: begins the request's findings, and turns whatever was thrown into the one failure body. Only names, codes and our own words reach the log. */
export function failures(app: App, route: Route) {
  return {
    before: (request: HttpRequest): void => {
      request.context.found = {};
    },
    onError: (request: HttpRequest): void => {
      const refusal = refusalFor(request.error);
      const fields = { route: route.name, tenant: request.context.found.tenant?.id, code: refusal.code };
      if (refusal.status >= 500) app.log.error('request failed', { ...fields, ...nameOf(request.error) });
      else app.log.info('request refused', fields);
      const { retryAfterSeconds } = refusal.more;
      const result = json(refusal.status, refusal.body, {
        ...(refusal.code === 'unauthorized' && { 'www-authenticate': 'ApiKey realm="billing"' }),
        ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      });
      request.response = withHeaders(request, result);
    },
  };
}

export function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Conflict) return new Refusal('concurrent_change', {}, error);
  if (willPass(error)) return new Refusal('temporarily_unavailable', { retryAfterSeconds: 1 }, error);
  return new Refusal('internal_error', {}, error);
}

/** The thrown thing's kind and where it was thrown; never a message that may quote what a caller sent. */
function nameOf(error: unknown): { errorName: string; stack?: string } {
  const cause = error instanceof Refusal ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return { errorName: 'unknown' };
  const frames = cause.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return { errorName: cause.name, stack: frames.slice(0, 8).join('\n') };
}
