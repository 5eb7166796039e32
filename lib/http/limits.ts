import type { App, CoreApp } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { RATE_LIMITS_PER_MINUTE, RATE_WINDOW_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { Route } from '../routes.ts';
import {
  lookUpAllowance,
  overLimit,
  secondsLeft,
  takeToken,
  type Allowance,
} from '../table/tenants/rate-limits.ts';
import type { Findings, HttpRequest } from './call.ts';

/**
 * Limits a tenant's requests per minute, across all instances. The count runs while the request reads; its writes and
 * its answer wait for the count. With an Idempotency-Key, whose record is written first, the whole request waits. A
 * request refused before it counted still gets the current figures.
 */
export function rateLimits(app: CoreApp, route: Route) {
  const admit = async (request: HttpRequest): Promise<void> => {
    const { tenant } = request.context.found;
    const allowance = tenant && (await allowanceOf(app, route, tenant.id, takeToken));
    if (allowance) setHeaders(request.context.found, allowance, app.clock());
    if (allowance?.isGranted === false) throw overLimit(allowance, app.clock());
  };
  return {
    before: async (request: HttpRequest): Promise<void> => {
      if (request.event.headers['idempotency-key'] !== undefined) return admit(request);
      const admission = admit(request);
      admission.catch(() => undefined); // handled by whoever awaits it
      request.context.found.admission = admission;
    },
    after: async ({ context: { found } }: HttpRequest): Promise<void> => found.admission,
    onError: async (request: HttpRequest): Promise<void> => {
      const { found } = request.context;
      await found.admission?.catch((refusal: unknown) => {
        if (refusal instanceof Refusal) request.error = refusal;
      });
      const { tenant, headers } = found;
      if (tenant && !headers)
        setHeaders(found, await allowanceOf(app, route, tenant.id, lookUpAllowance), app.clock());
    },
  };
}

/** If the table does not answer, the request is admitted: the limit only throttles. The headers then show it as unused. */
async function allowanceOf(
  app: CoreApp,
  { limit }: Route,
  tenant: string,
  read: typeof takeToken,
): Promise<Allowance> {
  try {
    return await read(app, tenant, limit);
  } catch (error) {
    app.log.warn('rate limit not counted', { tenant, ...errorFields(error) });
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

/** The parts of an App that reach outside. */
const EXTERNAL_PARTS: ReadonlySet<string | symbol> = new Set<keyof App>([
  'table',
  'secrets',
  'documents',
  'queues',
  'post',
  'pay',
  'acct',
  'bulletins',
]);
/** Parts that create a client, and may be called before the request is admitted. */
const CLIENT_FACTORIES: ReadonlySet<string | symbol> = new Set<keyof App>(['pay', 'acct']);
/** Methods that only read, and so need not wait. */
const READS: ReadonlySet<string | symbol> = new Set(['get', 'getMany', 'query', 'decrypt', 'link']);

/**
 * The App for a request whose limit is still being counted: every side effect waits until the request is admitted and
 * is refused with it; reads do not wait. `admitted` rejects if the request is over the limit.
 */
export function onceAdmitted<Own extends CoreApp>(app: Own, admitted: () => Promise<void>): Own {
  return mapMembers(app, (name, part) =>
    EXTERNAL_PARTS.has(name) ? guarded(name, part, app, admitted) : part,
  );
}

function guarded(name: string | symbol, part: unknown, of: object, admitted: () => Promise<void>): unknown {
  if (typeof part === 'object' && part !== null)
    return mapMembers(part, (inner, member) => guarded(inner, member, part, admitted));
  if (typeof part !== 'function' || READS.has(name)) return part;
  if (CLIENT_FACTORIES.has(name))
    return (...args: unknown[]) => guarded('client', Reflect.apply(part, of, args), of, admitted);
  return async (...args: unknown[]) => {
    await admitted();
    return Reflect.apply(part, of, args) as unknown;
  };
}

/** A proxy that maps each member of an object when it is read. */
function mapMembers<T extends object>(
  inner: T,
  make: (name: string | symbol, member: unknown) => unknown,
): T {
  return new Proxy(inner, { get: (target, name) => make(name, Reflect.get(target, name)) });
}
