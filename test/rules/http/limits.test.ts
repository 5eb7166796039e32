import { beforeEach, describe, expect, it } from 'vitest';
import { forTenants } from '../../../lib/http/endpoint.ts';
import { RATE_LIMITS_PER_MINUTE } from '../../../lib/limits.ts';
import type { CoreApp } from '../../../lib/runtime/app.ts';
import { key } from '../../../lib/table/schema.ts';
import { addShop, call, stage, START, type Shop, type Stage } from './stage.ts';
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

const passed = (all: readonly number[]) => all.filter((status) => status === 200).length;

describe('The limit over all instances', () => {
  it('lets exactly 50 of 130 direct checkouts at once pass, one instance each', async () => {
    const all = await Promise.all(Array.from({ length: 130 }, () => ask(undefined, { app: instance() })));
    expect(passed(all.map(({ status }) => status))).toBe(50);
  });

  it.each([1, 2, 7])('is never exceeded and nearly reached by reads of %i instances', async (count) => {
    const instances = Array.from({ length: count }, instance);
    let let_through = 0;
    for (let round = 0; round < 7_000 / count; round++)
      for (const app of instances) let_through += (await ask('plans/list', { app })).status === 200 ? 1 : 0;
    expect(let_through).toBeLessThanOrEqual(6_000);
    expect(let_through).toBeGreaterThan(5_900);
  });

  it('counts nothing against the next minute for an instance whose clock is behind', async () => {
    for (let nth = 0; nth < 3; nth++) await ask('subscribers/cancel');
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
});

describe('A request over the limit of its tenant', () => {
  const run = async ({ app }: { readonly app: CoreApp }) =>
    app.table.apply({ put: { ...key.tenant('somebody') } });
  const cancel = async (app = on.app) => {
    const handler = forTenants(routeNamed('subscribers/cancel'), { input: () => undefined, run })(app);
    const headers = { ...shop.headers, 'idempotency-key': 'a-key' };
    return call(handler, 'subscribers/cancel', { headers, body: {} });
  };
  beforeEach(async () => {
    const taken = RATE_LIMITS_PER_MINUTE.writes;
    await on.table.apply({ put: { ...key.rateLimit(shop.id, 'writes'), start: START, taken } });
  });

  it('changes nothing, and stores nothing under its Idempotency-Key', async () => {
    expect((await cancel()).status).toBe(429);
    expect(on.asked.filter((method) => method === 'apply')).toEqual([]);
    expect(await on.table.get(key.tenant('somebody'), { consistent: true })).toBeUndefined();
    expect(await on.table.get(key.idempotency(shop.id, 'a-key'), { consistent: true })).toBeUndefined();
  });

  it('is asked to retry after one second where the minute ends while it is refused', async () => {
    const { table } = on.app;
    const apply: typeof table.apply = async (change) => {
      on.clock.now = START + 60_000;
      return table.apply(change);
    };
    on.clock.now = START + 59_999;
    const { status, headers } = await cancel({ ...on.app, table: { ...table, apply } });
    expect([status, headers['retry-after'], headers['ratelimit-reset']]).toEqual([429, '1', '1']);
  });
});
