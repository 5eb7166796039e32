import type { CoreApp } from '../app.ts';
import { errorFields } from '../log.ts';
import type { Route } from '../routes.ts';
import { Refusal, isTransient } from '../refusal.ts';
import { Conflict } from '../table/table.ts';
import { json, withHeaders } from './answer.ts';
import type { HttpRequest } from './call.ts';

/** Last out: turns whatever was thrown into the one failure body. Only names, codes and our own words reach the log. */
export function failures(app: CoreApp, route: Route) {
  return {
    onError: (request: HttpRequest): void => {
      const refusal = refusalFor(request.error);
      const { requestId } = request.event.requestContext;
      const fields = {
        requestId,
        route: route.name,
        tenant: request.context.found.tenant?.id,
        code: refusal.code,
      };
      if (refusal.status >= 500)
        app.log.error('request failed', { ...errorFields(causeOf(request.error)), ...fields });
      else app.log.info('request refused', fields);
      if (refusal.status === 500) app.log.measure('RequestsCrashed', 1, route.name);
      const { retryAfterSeconds, allow } = refusal.more;
      const result = json(refusal.status, refusal.body, {
        ...(refusal.code === 'unauthorized' && { 'www-authenticate': 'ApiKey realm="billing"' }),
        ...(allow && { allow: allow.join(', ') }),
        ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      });
      request.response = withHeaders(request, result);
    },
  };
}

export function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Conflict) return new Refusal('concurrent_change', {}, error);
  if (isTransient(error)) return new Refusal('temporarily_unavailable', { retryAfterSeconds: 1 }, error);
  return new Refusal('internal_error', {}, error);
}

const causeOf = (error: unknown) => (error instanceof Refusal ? (error.cause ?? error) : error);
