import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { forTenant } from '../runtime/for-tenant.ts';
import { errorFields } from '../runtime/log.ts';
import { RATE_LIMITS_PER_MINUTE, RATE_WINDOW_MS } from '../limits.ts';
import type { Route } from '../route.ts';
import {
  lookUpAllowance,
  overLimit,
  secondsLeft,
  takeToken,
  type Allowance,
} from '../table/tenants/rate-limits.ts';
import type { Findings, HttpRequest } from './call.ts';

/** Limits a tenant's requests per minute, across all instances: a request has no effect before it is counted. */
export function rateLimits(app: CoreApp, route: Route) {
  return {
    before: async ({ context: { found } }: HttpRequest): Promise<void> => {
      if (!found.tenant) return;
      const allowance = await allowanceOf(forTenant(app, found.tenant), route, takeToken);
      setHeaders(found, allowance, app.clock());
      if (!allowance.isGranted) throw overLimit(allowance, app.clock());
    },
    onError: async ({ context: { found } }: HttpRequest): Promise<void> => {
      if (found.tenant && !found.headers)
        setHeaders(
          found,
          await allowanceOf(forTenant(app, found.tenant), route, lookUpAllowance),
          app.clock(),
        );
    },
  };
}

/** If the table does not answer, the request is admitted: the limit only throttles. The headers then show it as unused. */
async function allowanceOf(
  app: CoreApp & OfTenant,
  { limit }: Route,
  read: typeof takeToken,
): Promise<Allowance> {
  try {
    return await read(app, limit);
  } catch (error) {
    app.log.warn('rate limit not counted', { tenant: app.tenantId, ...errorFields(error) });
    const all = RATE_LIMITS_PER_MINUTE[limit];
    return { isGranted: true, limit: all, remaining: all, endsAt: app.clock() + RATE_WINDOW_MS };
  }
}

function setHeaders(found: Findings, allowance: Allowance, now: number): void {
  found.headers = {
    'ratelimit-limit': String(allowance.limit),
    'ratelimit-remaining': String(allowance.remaining),
    'ratelimit-reset': String(secondsLeft(allowance, now)),
  };
}
