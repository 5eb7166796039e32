import middy from '@middy/core';
import { browserHostsOf } from '../billing/browser-address.ts';
import type { AppOf, CoreApp } from '../runtime/app.ts';
import { forTenant } from '../runtime/for-tenant.ts';
import { isAtOtherHost } from '../runtime/console-address.ts';
import { actingAs, duringInvocation, timeLeftIn } from '../runtime/invocation.ts';
import { inZoneOf } from '../runtime/zone.ts';
import { Refusal } from '../refusal.ts';
import {
  readsKeys,
  routeOf,
  type FromBrowsers,
  type Permitted,
  type Placed,
  type Route,
  type RouteOf,
  type Uses,
} from '../route.ts';
import type { Answers, Said, Shown, ToldBy } from '../wire/described.ts';
import { failures, json, resultOf, type Reply } from './answer.ts';
import { jsonBody, textBody } from './body.ts';
import type { Access, OpenCall, Call, Endpoint, Findings, RequestParts, TenantCall } from './call.ts';
import type { HttpContext, HttpEvent, HttpHandler, HttpResult, Middleware } from './call.ts';
import { cookiesIn, visitorAddress } from './browser.ts';
import { credentials, credentialsIfSent } from './credentials.ts';
import { doorLimits } from './doors.ts';
import { isForeign } from './fetch-metadata.ts';
import { page } from './reply.ts';
import { idempotency, readableIdempotencyKey } from './idempotency.ts';
import { rateLimits } from './limits.ts';
import { readNaming } from './sent-names.ts';

/** An endpoint as its file declares it: its row, what it says of itself, and its function. */
export interface Declared<Row, App> {
  readonly route: Row;
  readonly says: Said & { readonly recordsOnly?: unknown };
  readonly create: (app: App) => HttpHandler;
}

/** What an endpoint answers, by what it says of that. */
type AnswerOf<Says> = Says extends Shown ? Reply : ToldBy<Says> | Reply<ToldBy<Says>>;

/** An endpoint's words, its answers among them, and its function, which gives no other. */
type Saying<Says, Input, OwnCall> = Said & {
  readonly answers?: Says;
} & Endpoint<Input, OwnCall, AnswerOf<Says>>;

/** Declares an endpoint for tenants: `input` reads the request in the specification's words, `run` gives the answer. */
export function endpoint<
  const Name extends string,
  const At extends string,
  const Own extends Uses & { readonly caller: 'tenant' },
  Input,
  Says extends Answers | undefined = undefined,
>(
  declared: Placed<Name, At, Own> & Saying<Says, Input, TenantCall<Input, AppOf<Own>>> & Permitted<At, Own>,
): Declared<RouteOf<Name, At, Own>, AppOf<Own>> {
  const route = routeOf<Name, At, Own>(declared);
  return { route, says: declared, create: forTenants<Own, Input>(route, declared) };
}

/** What answers a tenant's requests at a route. */
export function forTenants<Own extends Uses, Input>(
  route: Route,
  { input, run, ...rest }: Endpoint<Input, TenantCall<Input, AppOf<Own>>>,
): (app: AppOf<Own>) => HttpHandler {
  return (app) =>
    chain(app, route, tenantAccess(app, route, rest), {
      ...rest,
      input,
      run: async ({ found: { tenant, key }, app: own, ...call }) => {
        if (!tenant || !key) throw new Refusal('unauthorized');
        const acting = actingAs(forTenant(own, tenant), { by: 'key', who: key.apiKey });
        return run({ ...call, app: acting, rights: key.rights });
      },
    });
}

/** Declares an endpoint that needs no key pair; one that is sent is checked if its function may read keys. */
export function openEndpoint<
  const Name extends string,
  const At extends string,
  const Own extends Uses & { readonly caller: 'anyone'; readonly browsers: null },
  Input,
  Says extends Answers | undefined = undefined,
>(
  declared: Placed<Name, At, Own> & Saying<Says, Input, OpenCall<Input, AppOf<Own>>>,
): Declared<RouteOf<Name, At, Own>, AppOf<Own>> {
  const route = routeOf<Name, At, Own>(declared);
  return { route, says: declared, create: forAnyone<Own, Input>(route, declared) };
}

/** What answers anyone's requests at a route. */
export function forAnyone<Own extends Uses, Input>(
  route: Route,
  { input, run }: Endpoint<Input, OpenCall<Input, AppOf<Own>>>,
): (app: AppOf<Own>) => HttpHandler {
  const { door, bodyBytesMax, table } = route;
  return (app) => {
    const atDoor = door ? [doorLimits(app, door)] : [];
    const reading = readsKeys({ table }) ? [...atDoor, credentialsIfSent(app), textBody(bodyBytesMax)] : [];
    const access = { reading, running: [] };
    return chain(app, route, access, {
      input,
      run: ({ found, ...call }) => run({ ...call, caller: found.tenant }),
    });
  };
}

/** Declares an endpoint of a browser's session. `foreign` is the page for a request that no page of ours has made. */
export function browserEndpoint<
  const Name extends string,
  const At extends string,
  const Own extends Uses & { readonly caller: 'anyone'; readonly browsers: FromBrowsers },
  Input,
  Says extends Answers | undefined = undefined,
>(
  declared: Placed<Name, At, Own> &
    Saying<Says, Input, OpenCall<Input, AppOf<Own>>> & {
      readonly foreign: (browser: string | undefined, nonce: string) => Parameters<typeof page>[1];
    },
): Declared<RouteOf<Name, At, Own>, AppOf<Own>> {
  const { foreign, uses } = declared;
  const route = routeOf<Name, At, Own>(declared);
  const create = (app: AppOf<Own>): HttpHandler => {
    const handler = forAnyone<Own, Input>(route, declared)(app);
    return (event, context) => {
      if (!isForeign(event.headers, uses.browsers)) return handler(event, context);
      app.begin?.(context);
      const { requestId } = event.requestContext;
      app.log.info('request refused', { requestId, route: route.name, code: 'foreign_request' });
      return withHeaders(app, route, event, async () =>
        resultOf(page(403, foreign(event.headers['accept-language'], app.newNonce()))),
      );
    };
  };
  return { route, says: declared, create };
}

/** Only methods other than GET have a body and an Idempotency-Key. Unreadable input never uses up a key. */
function tenantAccess(
  app: CoreApp,
  route: Route,
  { answersAnew = false }: { readonly answersAnew?: boolean },
): Access {
  const countsWhenValid = route.limit === 'hostedCheckouts' || route.limit === 'directCheckouts';
  const bodyless = route.methods.every((method) => method === 'GET');
  return {
    reading: [
      credentials(app, route),
      ...(countsWhenValid ? [] : [rateLimits(app, route)]),
      ...(bodyless ? [] : [jsonBody(route.bodyBytesMax), readableIdempotencyKey()]),
    ],
    running: [
      ...(countsWhenValid ? [rateLimits(app, route)] : []),
      ...(bodyless ? [] : [idempotency(app, route, answersAnew)]),
    ],
  };
}

function chain<Input, App extends CoreApp>(
  app: App,
  route: Route,
  access: Access,
  { input, run, recordsOnly }: Endpoint<Input, Call<Input, App> & { readonly found: Findings }>,
): HttpHandler {
  const { caller, table } = route;
  const isUntouched = caller === 'anyone' && table === 'write';
  const reading: Middleware = {
    before: ({ event, context }) => {
      const { tenant } = context.found;
      const read = () => readNaming(input, requestPartsOf(app, event, tenant));
      context.found.input = inZoneOf(tenant, read);
    },
  };
  // Every outside call has its own deadline; an early time-out of the whole request would only hide its outcome.
  const handler = middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 })
    .use([failures(app, route), ...access.reading, reading, ...access.running])
    .handler(async ({ requestContext: { requestId } }, { found, ...context }) => {
      const call = {
        found,
        app: duringInvocation(app, {
          requestId,
          callerKey: found.key?.apiKey,
          onSecret: (secret) => (found.secrets ??= []).push(secret),
          timeLeft: timeLeftIn(context),
        }),
        input: found.input as Input,
        now: app.clock(),
        since: found.keyed?.startedAt ?? app.clock(),
        requestId,
        reference: found.keyed?.reference ?? app.newId(),
        idempotencyKey: found.keyed?.idempotencyKey,
      };
      return resultOf(await run(call));
    });
  return (event, context) => {
    app.begin?.(context);
    return withHeaders(app, route, event, async (found) => {
      if (isUntouched && event.requestContext.http.method === 'HEAD') return UNTOUCHED;
      const result = await handler(event, { ...context, found });
      return result.statusCode === 200 && recordsOnly?.(result.body ?? '', found.input as Input)
        ? withRecordsOnly(result)
        : result;
    });
  };
}

/** What `HEAD` gets of a page whose `GET` does something, such as using up a link: previews of links ask so, and nobody reads. */
const UNTOUCHED: HttpResult = {
  statusCode: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: '',
};

/** The answer to `HEAD`: that to `GET` without its body, whose length it tells. */
function withoutBody({ body = '', isBase64Encoded = false, headers, ...rest }: HttpResult): HttpResult {
  const bytes = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
  return {
    ...rest,
    headers: { ...headers, ...(bytes > 0 && { 'content-length': String(bytes) }) },
    body: '',
  };
}

const withRecordsOnly = (result: HttpResult): HttpResult => ({
  ...result,
  headers: { ...result.headers, 'x-svc-records-only': 'true' },
});

/** What another host than the route's own answers, before anything of the request is read. */
const NOT_HERE = (({ status, body }: Refusal) => json(status, body))(new Refusal('not_found'));

/** Every answer, good or bad, carries its request id and the middlewares' headers; the trace shows it. */
async function withHeaders(
  app: CoreApp,
  { name, door }: Route,
  { requestContext: { requestId, http, domainName } }: HttpEvent,
  answer: (found: Findings) => Promise<HttpResult>,
): Promise<HttpResult> {
  const startedAt = app.clock();
  const found: Findings = {};
  const isElsewhere = isAtOtherHost(app, door === 'console', domainName);
  const result = isElsewhere ? NOT_HERE : await answer(found);
  app.trace?.({ name, requestId, tenant: found.tenant?.id, startedAt, endedAt: app.clock() });
  const headers = { ...result.headers, ...found.headers, 'x-request-id': requestId };
  const whole = { ...result, headers };
  return http.method === 'HEAD' ? withoutBody(whole) : whole;
}

function requestPartsOf(app: CoreApp, event: HttpEvent, tenant: Findings['tenant']): RequestParts {
  return {
    address: event.rawPath,
    query: event.queryStringParameters ?? {},
    path: event.pathParameters ?? {},
    headers: event.headers,
    cookies: cookiesIn(event),
    from: visitorAddress(app, event),
    body: event.body,
    isPast: (at) => at <= app.clock(),
    localRun: app.settings.loopbackAllowed.length > 0,
    // Only who asks for it uses the public address.
    get mayLeadTo() {
      return browserHostsOf(tenant, app.settings);
    },
  };
}
