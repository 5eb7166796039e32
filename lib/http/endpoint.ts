import middy from '@middy/core';
import type { AppOf, CoreApp } from '../app.ts';
import { Refusal } from '../refusal.ts';
import { routeNamed, type RouteName, type RouteRow } from '../routes.ts';
import type { Tenant } from '../table/tenants.ts';
import { onceAdmitted, checkoutLimits, rateLimits } from './limits.ts';
import { answer, resultOf } from './answer.ts';
import { jsonBody, textBody } from './body.ts';
import type { Findings, HttpContext, HttpEvent, HttpHandler, HttpResult } from './call.ts';
import { credentials, credentialsIfSent } from './credentials.ts';
import { duringInvocation } from '../invocation.ts';
import { failures } from './failures.ts';
import { idempotency, readableIdempotencyKey } from './idempotency.ts';

import { tracing } from './tracing.ts';

/** What a request brought along, as an endpoint's `input` may read it. */
export interface Given {
  /** The path as it was asked for. */
  readonly address: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  /** Epoch ms. */
  readonly now: number;
  /** The stack runs on one machine: plain http to loopback may be named. */
  readonly localRun: boolean;
}

/** What an endpoint's own code works with. */
export interface Call<Input, App extends CoreApp> {
  /** What the endpoint's row lets it touch. */
  readonly app: App;
  readonly input: Input;
  /** Epoch ms, the same for the whole request. */
  readonly now: number;
  readonly requestId: string;
  /** Names what this request brings about: fresh, or the same for every try under one Idempotency-Key. */
  readonly reference: string;
}

/** A call of a tenant, known by its key pair. */
export interface TenantCall<Input, App extends CoreApp> extends Call<Input, App> {
  readonly tenant: Tenant;
  /** The key it called with. */
  readonly apiKey: string;
}

/** A call of a browser or of the provider; a tenant's key pair, if sent, was checked. */
export interface AnyonesCall<Input, App extends CoreApp> extends Call<Input, App> {
  readonly caller: Tenant | undefined;
}

type Middleware = middy.MiddlewareObj<HttpEvent, HttpResult, Error, HttpContext>;

/** Declares an endpoint for tenants: `input` reads the request in the specification's words, `run` gives the answer. */
export function endpoint<Name extends RouteName, Input>(
  name: Name,
  parts: {
    input: (given: Given) => Input;
    run: (call: TenantCall<Input, AppOf<RouteRow<Name>>>) => Promise<unknown>;
  },
): (app: AppOf<RouteRow<Name>>) => HttpHandler {
  return (app) =>
    chain(app, name, parts.input, tenantAccess(app, name), async (call, { tenant, apiKey }) => {
      if (!tenant || apiKey === undefined) throw new Refusal('unauthorized');
      return parts.run({ ...call, tenant, apiKey });
    });
}

/**
 * Declares an endpoint that needs no key pair: a token in the request is the credential, or there is nothing to protect.
 * A key pair that comes along is checked where the row lets the function read one.
 */
export function openEndpoint<Name extends RouteName, Input>(
  name: Name,
  parts: {
    input: (given: Given) => Input;
    run: (call: AnyonesCall<Input, AppOf<RouteRow<Name>>>) => Promise<unknown>;
  },
): (app: AppOf<RouteRow<Name>>) => HttpHandler {
  const { table } = routeNamed(name);
  const readsKeys = table === 'read' || table === 'write';
  return (app) =>
    chain(
      app,
      name,
      parts.input,
      { reading: readsKeys ? [credentialsIfSent(app), textBody()] : [], running: [] },
      (call, { tenant }) => parts.run({ ...call, caller: tenant }),
    );
}

/** What a request goes through before its input is read, and before it is run. */
interface Access {
  readonly reading: readonly Middleware[];
  readonly running: readonly Middleware[];
}

/** A body, and so a key against repeating, comes with all but GET. What cannot be read begins nothing under such a key. */
function tenantAccess(app: CoreApp, name: RouteName): Access {
  const route = routeNamed(name);
  const countsWhenValid = route.limit === 'hostedCheckouts' || route.limit === 'directCheckouts';
  const bodyless = route.methods.every((method) => method === 'GET');
  return {
    reading: [
      credentials(app, route),
      ...(countsWhenValid ? [] : [rateLimits(app, route)]),
      ...(bodyless ? [] : [jsonBody(), readableIdempotencyKey()]),
    ],
    running: [
      ...(countsWhenValid ? [checkoutLimits(app, route)] : []),
      ...(bodyless ? [] : [idempotency(app, route)]),
    ],
  };
}

function chain<Input, App extends CoreApp>(
  app: App,
  name: RouteName,
  input: (given: Given) => Input,
  access: Access,
  run: (call: Call<Input, App>, found: Findings) => Promise<unknown>,
): HttpHandler {
  const route = routeNamed(name);
  const reading: Middleware = {
    before: ({ event, context }) => {
      context.found.input = input(givenIn(app, event));
    },
  };
  const middlewares = [
    tracing(app, route),
    failures(app, route),
    answer(),
    ...access.reading,
    reading,
    ...access.running,
  ];
  // Every call has a deadline of its own within the invocation: an early end would only hide what became of it.
  const handler = middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 })
    .use(middlewares)
    .handler(async (event, context) => {
      const { found } = context;
      const { requestId } = event.requestContext;
      const own = duringInvocation(app, { requestId, timeLeft: timeLeftIn(context) });
      const answered = await run(
        {
          app: found.admission ? onceAdmitted(own, () => found.admission ?? Promise.resolve()) : own,
          input: found.input as Input,
          now: app.clock(),
          requestId,
          reference: found.keyed?.reference ?? app.newId(),
        },
        found,
      );
      return resultOf(answered);
    });
  return (event, context) => handler(event, { ...context, found: {} });
}

/** Lambda tells it; without a context there is no end. */
function timeLeftIn(context: Partial<HttpContext>): (() => number) | undefined {
  return context.getRemainingTimeInMillis && (() => context.getRemainingTimeInMillis?.() ?? Infinity);
}

function givenIn(app: CoreApp, event: HttpEvent): Given {
  return {
    address: event.rawPath,
    query: event.queryStringParameters ?? {},
    path: event.pathParameters ?? {},
    headers: event.headers,
    body: event.body,
    now: app.clock(),
    localRun: app.settings.loopbackAllowed.length > 0,
  };
}
