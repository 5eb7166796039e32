import type { CoreApp } from '../app.ts';
import { errorFields } from '../log.ts';
import { Refusal } from '../refusal.ts';
import type { Route } from '../routes.ts';
import { lookUpAllowance, takeToken, type Allowance } from '../table/rate-limits.ts';
import { header, type HttpRequest } from './call.ts';

/**
 * How much a tenant may ask a minute, over all instances. That is found out while the request reads what it needs; what
 * it does waits for it, and so does its answer. Under an Idempotency-Key, which is written first, all of it waits.
 */
export function rateLimits(app: CoreApp, route: Route) {
  const admit = async (request: HttpRequest): Promise<void> => {
    const { tenant } = request.context.found;
    const allowance = tenant && (await allowed(app, route, tenant.id, takeToken));
    if (allowance) tell(request, allowance, app.clock());
    if (allowance?.isGranted === false)
      throw new Refusal('rate_limited', { retryAfterSeconds: secondsUntil(allowance.endsAt, app.clock()) });
  };
  return {
    before: async (request: HttpRequest): Promise<void> => {
      if (header(request.event, 'idempotency-key') !== undefined) return admit(request);
      const admission = admit(request);
      admission.catch(() => undefined); // whoever waits for it hears of it
      request.context.found.admission = admission;
    },
    after: async ({ context: { found } }: HttpRequest): Promise<void> => found.admission,
    onError: async (request: HttpRequest): Promise<void> => {
      await request.context.found.admission?.catch((refusal: unknown) => {
        if (refusal instanceof Refusal) request.error = refusal;
      });
    },
  };
}

/**
 * The limit of what costs the provider something: a request counts once its input is known to be valid, and one that is
 * refused for it is told how the limit stands.
 */
export function checkoutLimits(app: CoreApp, route: Route) {
  const { before, after, onError } = rateLimits(app, route);
  return {
    before,
    after,
    onError: async (request: HttpRequest): Promise<void> => {
      await onError(request);
      const { tenant, headers } = request.context.found;
      if (!tenant || headers?.['ratelimit-limit'] !== undefined) return;
      const allowance = await allowed(app, route, tenant.id, lookUpAllowance);
      if (allowance) tell(request, allowance, app.clock());
    },
  };
}

/** A table that does not answer costs nobody a request: the limit is a brake. */
async function allowed(
  app: CoreApp,
  { limit }: Route,
  tenant: string,
  ask: typeof takeToken,
): Promise<Allowance | undefined> {
  try {
    return await ask(app, tenant, limit);
  } catch (error) {
    app.log.warn('a limit could not be counted', { tenant, ...errorFields(error) });
    return undefined;
  }
}

function tell(
  { context: { found } }: HttpRequest,
  { limit, remaining, endsAt }: Allowance,
  now: number,
): void {
  found.headers = {
    ...found.headers,
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(secondsUntil(endsAt, now)),
  };
}

const secondsUntil = (at: number, now: number) => Math.max(1, Math.ceil((at - now) / 1000));
