import type { CoreApp } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { Refusal } from '../refusal.ts';
import type { Route } from '../route.ts';
import { refusalFor } from '../table/tenants/refusal-for.ts';
import type { HttpRequest, HttpResult } from './call.ts';

/** An answer as it is sent: a redirect or a page, or JSON that says this, with headers of its own. */
export class Reply<Says = null> {
  declare readonly says: Says;
  readonly result: HttpResult;

  constructor(result: HttpResult) {
    this.result = result;
  }
}

/** The HTTP answer for what an endpoint returned. */
export function resultOf(given: unknown): HttpResult {
  return given instanceof Reply ? given.result : json(200, given);
}

/** A JSON answer that must not be cached. */
export function json(statusCode: number, body: unknown, headers: Record<string, string> = {}): HttpResult {
  return {
    statusCode,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

/** Outermost: turns anything thrown into the one failure body. Only names, codes and our own words are logged. */
export function failures(app: CoreApp, route: Route) {
  return {
    onError: (request: HttpRequest): void => {
      const refusal = refusalFor(request.error);
      const { requestId } = request.event.requestContext;
      const tenant = request.context.found.tenant?.id;
      const fields = { requestId, route: route.name, tenant, code: refusal.code };
      if (refusal.status >= 500)
        app.log.error('request failed', { ...errorFields(causeOf(request.error)), ...fields });
      else app.log.info('request refused', fields);
      if (refusal.status === 500) app.log.measure('RequestsCrashed', 1, route.name);
      const { allow } = refusal.more;
      const retryAfterSeconds = refusal.more.retryAfterSeconds ?? outageSeconds(refusal);
      request.response = json(refusal.status, refusal.body, {
        ...(refusal.code === 'unauthorized' && { 'www-authenticate': 'ApiKey realm="billing"' }),
        ...(allow && { allow: allow.join(', ') }),
        ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      });
    },
  };
}

/** `Retry-After` of a 503 whose cause states no time of its own, so that every 503 has one. */
const OUTAGE_RETRY_AFTER_SECONDS = 5;
const outageSeconds = ({ status }: Refusal) => (status === 503 ? OUTAGE_RETRY_AFTER_SECONDS : undefined);

const causeOf = (error: unknown) => (error instanceof Refusal ? (error.cause ?? error) : error);
