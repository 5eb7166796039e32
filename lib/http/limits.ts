import type { CoreApp } from '../app.ts';
import { errorFields } from '../log.ts';
import { RATE_LIMITS_PER_MINUTE, RATE_WINDOW_MS } from '../limits.ts';
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
      tell(request, await allowed(app, route, tenant.id, lookUpAllowance), app.clock());
    },
  };
}

/** A table that does not answer costs nobody a request: the limit is a brake, and is told as if nothing was counted. */
async function allowed(
  app: CoreApp,
  { limit }: Route,
  tenant: string,
  ask: typeof takeToken,
): Promise<Allowance> {
  try {
    return await ask(app, tenant, limit);
  } catch (error) {
    app.log.warn('a limit could not be counted', { tenant, ...errorFields(error) });
    const all = RATE_LIMITS_PER_MINUTE[limit];
    return { isGranted: true, limit: all, remaining: all, endsAt: app.clock() + RATE_WINDOW_MS };
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

/** What only reads, and so may begin before it is known whether the request is within its tenant's limit. */
const READING: ReadonlySet<string> = new Set(['get', 'getMany', 'query', 'decrypt', 'link']);
/** The parts of an App that reach outside, and those that give such a part when called. */
const OUTSIDE: ReadonlySet<string> = new Set(['table', 'secrets', 'documents']);
const GIVES_CLIENT: ReadonlySet<string> = new Set(['pay', 'acct', 'rates']);

/**
 * The same App for one request whose limit is still being counted: what it does to the world waits until it is admitted,
 * and is refused with it; what it reads does not wait. `admitted` throws where the request is over the limit.
 */
export function onceAdmitted<App extends CoreApp>(app: App, admitted: () => Promise<void>): App {
  const waiting = <T extends object>(part: T): T =>
    through(part, (name, member) =>
      typeof member !== 'function' || READING.has(name)
        ? member
        : async (...asked: unknown[]) => {
            await admitted();
            const done: unknown = await Reflect.apply(member, part, asked);
            return done;
          },
    );
  return through(app, (name, member) => {
    if (OUTSIDE.has(name) && isPart(member)) return waiting(member);
    if (name === 'queues' && isPart(member))
      return through(member, (_, queue) => (isPart(queue) ? waiting(queue) : queue));
    if (name === 'post') return waiting({ post: member }).post;
    if (!GIVES_CLIENT.has(name) || typeof member !== 'function') return member;
    return (...asked: unknown[]) => {
      const client: unknown = Reflect.apply(member, app, asked);
      return isPart(client) ? waiting(client) : client;
    };
  });
}

function isPart(member: unknown): member is object {
  return typeof member === 'object' && member !== null;
}

/** An object each of whose members is made from the other's when it is asked for. */
function through<T extends object>(inner: T, make: (name: string, member: unknown) => unknown): T {
  return new Proxy(inner, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      return typeof name === 'string' ? make(name, member) : member;
    },
  });
}
