import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import type { CallsPay, CoreApp, SendsTo } from '../../../lib/runtime/app.ts';
import { part, read, write, type Permitted, type Ruling } from '../../../lib/route.ts';
import type { RequestParts } from '../../../lib/http/call.ts';
import { endpoint, forAnyone, forTenants } from '../../../lib/http/endpoint.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { addShop, call, stage, START, type Shop, type Stage } from './stage.ts';
import { ROUTES, routeNamed, type RouteName } from '../../../functions/routes.ts';

let on: Stage;
let shop: Shop;
beforeEach(async () => {
  on = stage();
  shop = await addShop(on);
});

const anyFunction: unknown = expect.any(Function);

/** An endpoint that notes what its `input` was given. */
function noting(name: RouteName) {
  const seen: RequestParts[] = [];
  const handler = forTenants(routeNamed(name), {
    input: (given) => void seen.push(given),
    run: async () => ({}),
  });
  return { seen, handler };
}

describe('The input of an endpoint', () => {
  it('is query, path, headers, cookies, body, the address it came from and the time', async () => {
    const { seen, handler } = noting('subscribers/cancel');
    await call(handler(on.app), 'subscribers/cancel', {
      headers: shop.headers,
      cookies: { session: 'a=b' },
      query: { page: '2' },
      path: { token: 'abc' },
      body: { 'svc-id': 'sub_1' },
    });
    expect(seen).toEqual([
      {
        address: '/subscribers',
        query: { page: '2' },
        path: { token: 'abc' },
        headers: { ...shop.headers, 'content-type': 'application/json' },
        cookies: { session: 'a=b' },
        from: '192.0.2.1',
        body: { 'svc-id': 'sub_1' },
        isPast: anyFunction,
        localRun: false,
        mayLeadTo: { named: [], own: expect.any(String) as string, localRun: false },
      },
    ]);
    expect([START, START + 1].map((at) => seen[0]?.isPast(at))).toEqual([true, false]);
  });

  it('has no query and no path where the request has none, and no body for GET', async () => {
    const { seen, handler } = noting('plans/list');
    expect((await call(handler(on.app), 'plans/list', { headers: shop.headers })).status).toBe(200);
    expect(seen).toEqual([
      {
        address: '/plans/list',
        query: {},
        path: {},
        headers: shop.headers,
        cookies: {},
        from: '192.0.2.1',
        body: undefined,
        isPast: anyFunction,
        localRun: false,
        mayLeadTo: { named: [], own: expect.any(String) as string, localRun: false },
      },
    ]);
  });

  it('states that the stack runs on one machine, where loopback addresses are allowed', async () => {
    const local = stage({ loopbackAllowed: ['127.0.0.1:8080'] });
    const { headers } = await addShop(local);
    const { seen, handler } = noting('plans/list');
    await call(handler(local.app), 'plans/list', { headers });
    expect(seen.map(({ localRun }) => localRun)).toEqual([true]);
  });

  it.each([
    ['checkout/initialize', 'POST', 415],
    ['subscribers/change-plan', 'PUT', 415],
    ['subscribers/cancel', 'DELETE', 415],
    ['checkout/callback', 'POST', 415],
    ['subscribers/get', 'GET', 200],
  ] as const)('has a JSON body with every method but GET: %s by %s', async (name, method, status) => {
    const { handler } = noting(name);
    const answer = await call(handler(on.app), name, { headers: shop.headers, method, raw: 'text' });
    expect(answer.status).toBe(status);
  });
});

describe('The run of an endpoint', () => {
  it('gets its input, the tenant, the time, the request id and a fresh reference', async () => {
    const handler = forTenants(routeNamed('plans/list'), {
      input: ({ query }) => query.page,
      run: async ({ app, input, tenant, now, requestId, reference }) => ({
        same: app.memory === on.app.memory,
        input,
        tenant: tenant.id,
        now,
        requestId,
        reference,
      }),
    })(on.app);
    const ask = { headers: shop.headers, query: { page: '7' } };
    const { body } = await call(handler, 'plans/list', ask);
    expect(body).toEqual({
      same: true,
      input: '7',
      tenant: shop.id,
      now: START,
      requestId: 'request-1',
      reference: 'id-1',
    });
    expect((await call(handler, 'plans/list', ask)).body.reference).toBe('id-2');
  });

  it('gets its input, time, id and reference for public endpoints too', async () => {
    const handler = forAnyone(routeNamed('checkout/callback'), {
      input: ({ query, body }) => [query.token, body],
      run: async ({ app: _app, ...rest }) => ({ ...rest, caller: rest.caller ?? null }),
    })(on.app);
    const ask = { method: 'POST', query: { token: 't' }, raw: 'a=b' };
    expect((await call(handler, 'checkout/callback', ask)).body).toEqual({
      input: ['t', 'a=b'],
      now: START,
      since: START,
      requestId: 'request-1',
      reference: 'id-1',
      caller: null,
    });
  });

  it('gets the remaining time of its invocation; without a Lambda context it is unlimited', async () => {
    const run = async ({ app }: { readonly app: CoreApp }) => ({ left: String(app.timeLeft()) });
    const handler = forTenants(routeNamed('plans/list'), { input: () => undefined, run })(on.app);
    const leftIn = async (context: Parameters<typeof call>[4]) =>
      (await call(handler, 'plans/list', shop, {}, context)).body.left;
    expect(await leftIn({ getRemainingTimeInMillis: () => 1_234 })).toBe('1234');
    expect(await leftIn({})).toBe('Infinity');
  });

  it('is not started where its input is refused', async () => {
    let begun = false;
    const handler = forTenants(routeNamed('plans/list'), {
      input: () => {
        throw new Refusal('missing_identifier');
      },
      run: async () => {
        begun = true;
      },
    });
    const { status } = await call(handler(on.app), 'plans/list', { headers: shop.headers });
    expect({ status, begun }).toEqual({ status: 400, begun: false });
  });
});

describe('the list of routes', () => {
  it('names each endpoint by its file', async () => {
    const named = ROUTES.map(async ({ name }) => {
      const { declared } = (await import(`../../../functions/${name}.ts`)) as { declared: { route: object } };
      return declared.route;
    });
    expect(await Promise.all(named)).toEqual(ROUTES);
  });
});

describe('The declaration of an endpoint', () => {
  it('gives its run what it uses, and nothing else compiles', () => {
    endpoint({
      ...{ name: 'a', at: 'GET /a', uses: read },
      input: () => undefined,
      run: async ({ app }) => {
        expectTypeOf(app).not.toExtend<SendsTo<'invoicing'>>();
        expectTypeOf(app).not.toExtend<CallsPay>();
      },
    });
    const { route } = endpoint({
      ...{ name: 'b', at: 'GET /b', uses: part(read, { sends: ['invoicing'], decrypts: ['pay'] }) },
      input: () => undefined,
      run: async ({ app }) => {
        expectTypeOf(app).toExtend<SendsTo<'invoicing'> & CallsPay>();
        expectTypeOf(app).not.toExtend<SendsTo<'deliveries'>>();
      },
    });
    expect(route).toMatchObject({ name: 'b', methods: ['GET'], path: '/b', right: 'read', limit: 'reads' });
  });

  it('names the right that a change needs, or the verb whose right it is: else it does not compile', () => {
    expectTypeOf<Permitted<'POST /a', typeof write>>().toEqualTypeOf<{ readonly verb: Ruling }>();
    expectTypeOf<Permitted<'POST /a', typeof read>>().toBeNever();
    expectTypeOf<typeof write>().not.toExtend<Permitted<'GET /a', typeof write>['uses']>();
    const does = { needs: 'money', spends: 'directCheckouts' } as const;
    const answering = { input: () => undefined, run: async () => ({}) };
    const { route } = endpoint({ name: 'a', at: 'POST /a', uses: write, verb: does, ...answering });
    expect(route).toMatchObject({ right: 'money', limit: 'directCheckouts' });
  });
});
