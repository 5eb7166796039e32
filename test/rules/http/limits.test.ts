import { beforeEach, describe, expect, it } from 'vitest';
import { forTenants } from '../../../lib/http/endpoint.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { key } from '../../../lib/table/schema.ts';
import { addShop, call, failure, stage, START, type Shop, type Stage } from './stage.ts';
import { routeNamed, type RouteName } from '../../../functions/routes.ts';

let on: Stage;
let shop: Shop;
beforeEach(async () => {
  on = stage();
  shop = await addShop(on);
});

/** Another instance of the service, at the same table. */
const instance = () => ({ ...on.app, memory: {} });

async function ask(
  name: RouteName = 'checkout/initialize-direct',
  { app = on.app, headers = shop.headers, input = (): unknown => undefined } = {},
) {
  const handler = forTenants(routeNamed(name), { input, run: async () => ({}) });
  const { status, ...answer } = await call(handler(app), name, { headers, body: {} });
  const { 'ratelimit-limit': limit, 'ratelimit-remaining': remaining } = answer.headers;
  const { 'ratelimit-reset': reset, 'retry-after': retry } = answer.headers;
  return { status, limit, remaining, reset, ...(retry !== undefined && { retry }) };
}

async function statuses(times: number, name?: RouteName, app = on.app): Promise<number[]> {
  const all = await Promise.all(Array.from({ length: times }, () => ask(name, { app })));
  return all.map(({ status }) => status);
}

const passed = (all: readonly number[]) => all.filter((status) => status === 200).length;

describe('The limit of a tenant', () => {
  it.each([
    ['plans/list', '6000'],
    ['subscribers/cancel', '1500'],
    ['checkout/initialize', '100'],
    ['checkout/initialize-direct', '50'],
  ] as const)('is reported with every answer: %s, %s a minute', async (name, limit) => {
    expect(await ask(name)).toEqual({
      status: 200,
      limit,
      remaining: String(Number(limit) - 1),
      reset: '60',
    });
  });

  it('is refused in the one failure body, until one minute after the first request', async () => {
    on.clock.now = START + 500;
    expect(await statuses(50)).toEqual(Array(50).fill(200));
    on.clock.now = START + 30_500;
    expect(await ask()).toEqual({ status: 429, limit: '50', remaining: '0', reset: '30', retry: '30' });
    const handler = forTenants(routeNamed('checkout/initialize-direct'), {
      input: () => undefined,
      run: async () => ({}),
    });
    const { body } = await call(handler(on.app), 'checkout/initialize-direct', { ...shop, body: {} });
    expect(body).toEqual(failure('rate_limited', 'Too many requests; try again later.'));
    on.clock.now = START + 60_499;
    expect((await ask()).status).toBe(429);
    on.clock.now = START + 60_500;
    expect(await ask()).toEqual({ status: 200, limit: '50', remaining: '49', reset: '60' });
  });

  it('is shared by calls of one kind only', async () => {
    await ask('checkout/initialize');
    expect((await ask('checkout/update-card')).remaining).toBe('98');
    expect((await ask('checkout/initialize-direct')).remaining).toBe('49');
  });

  it('is counted separately for each tenant', async () => {
    const other = await addShop(on, { id: 'b'.repeat(32) });
    await statuses(51);
    expect((await ask(undefined, { headers: other.headers })).remaining).toBe('49');
  });

  it('is not counted for a checkout that is refused as invalid, whose answer has the current count', async () => {
    await ask();
    const input = () => {
      throw new Refusal('invalid_request');
    };
    expect(await ask(undefined, { input })).toMatchObject({ status: 400, limit: '50', remaining: '49' });
    expect(await ask(undefined, { input, app: instance() })).toMatchObject({ status: 400, remaining: '49' });
    expect((await ask()).remaining).toBe('48');
    on.clock.now = START + 60_000;
    expect(await ask(undefined, { input, app: instance() })).toMatchObject({ remaining: '50', reset: '60' });
  });
});

describe('The limit over all instances', () => {
  it('lets exactly 50 of 130 direct checkouts at once pass, one instance each', async () => {
    const all = await Promise.all(Array.from({ length: 130 }, () => ask(undefined, { app: instance() })));
    expect(passed(all.map(({ status }) => status))).toBe(50);
  });

  it('lets exactly 50 of 130 direct checkouts at once pass, all at one instance', async () => {
    expect(passed(await statuses(130))).toBe(50);
  });

  it('lets exactly 50 of 130 direct checkouts at once pass, two instances between them', async () => {
    const all = await Promise.all([instance(), instance()].map((app) => statuses(65, undefined, app)));
    expect(passed(all.flat())).toBe(50);
  });

  it.each([1, 2, 7])('is never exceeded and nearly reached by reads of %i instances', async (count) => {
    const instances = Array.from({ length: count }, instance);
    let let_through = 0;
    for (let round = 0; round < 7_000 / count; round++)
      for (const app of instances) let_through += (await ask('plans/list', { app })).status === 200 ? 1 : 0;
    expect(let_through).toBeLessThanOrEqual(6_000);
    expect(let_through).toBeGreaterThan(5_900);
  });

  it('is nearly reached by one instance with concurrent requests', async () => {
    let let_through = 0;
    for (let burst = 0; burst < 70; burst++) let_through += passed(await statuses(100, 'plans/list'));
    expect(let_through).toBeLessThanOrEqual(6_000);
    expect(let_through).toBeGreaterThan(5_900);
  });

  it('counts nothing against the next minute for an instance whose clock is behind', async () => {
    await statuses(3, 'subscribers/cancel');
    const ahead = { ...instance(), clock: () => START + 60_000 };
    expect((await ask('subscribers/cancel', { app: ahead })).remaining).toBe('1499');
    for (let nth = 0; nth < 100; nth++) await ask('subscribers/cancel');
    const counted = await on.table.get(key.rateLimit(shop.id, 'writes'), { consistent: true });
    expect(counted).toMatchObject({ start: START + 60_000, taken: 2 });
  });

  it('costs few writes, and none once it is used up', async () => {
    let writes = 0;
    const { table } = on.app;
    const counting = {
      ...on.app,
      memory: {},
      table: { ...table, apply: (change: never) => (writes++, table.apply(change)) },
    };
    for (let i = 0; i < 1_000; i++) await ask('plans/list', { app: counting });
    expect(writes).toBeLessThan(25);
    for (let i = 0; i < 50; i++) await ask(undefined, { app: counting });
    const before = writes;
    for (let i = 0; i < 20; i++) expect((await ask(undefined, { app: counting })).status).toBe(429);
    expect(writes - before).toBeLessThanOrEqual(1);
  });

  it('fails no request where the table cannot count, and is reported as if nothing was counted', async () => {
    const apply = async () => {
      throw new Error('throttled');
    };
    const app = { ...on.app, memory: {}, table: { ...on.app.table, apply } };
    expect(await ask('subscribers/cancel', { app })).toMatchObject({
      status: 200,
      limit: '1500',
      remaining: '1500',
      reset: '60',
    });
    expect((await ask('plans/list', { app })).status).toBe(200);
    expect(on.lines.filter(({ what }) => what === 'rate limit not counted')).toHaveLength(2);
  });

  it('is checked before a request runs', async () => {
    const order: string[] = [];
    const { table } = on.app;
    const slow = {
      ...on.app,
      memory: {},
      table: {
        ...table,
        apply: async (change: never) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          order.push('counted');
          return table.apply(change);
        },
      },
    };
    const run = async () => {
      order.push('read');
      return {};
    };
    const handler = forTenants(routeNamed('plans/list'), { input: () => undefined, run });
    const { status, headers } = await call(handler(slow), 'plans/list', shop);
    expect(order.slice(0, -1)).toContain('counted');
    expect(order.at(-1)).toBe('read');
    expect([status, headers['ratelimit-remaining']]).toEqual([200, '5999']);
  });
});
