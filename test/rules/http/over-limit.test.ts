import { beforeEach, describe, expect, it } from 'vitest';
import type { CoreApp } from '../../../lib/runtime/app.ts';
import { forTenants } from '../../../lib/http/endpoint.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { RATE_LIMITS_PER_MINUTE } from '../../../lib/limits.ts';
import { key } from '../../../lib/table/schema.ts';
import { addShop, call, stage, START, type Shop, type Stage } from './stage.ts';
import { routeNamed } from '../../../functions/routes.ts';

let on: Stage;
let shop: Shop;
beforeEach(async () => {
  on = stage();
  shop = await addShop(on);
  const taken = RATE_LIMITS_PER_MINUTE.writes;
  await on.table.apply({ put: { ...key.rateLimit(shop.id, 'writes'), start: START, taken } });
});

type Run = (call: { readonly app: CoreApp }) => Promise<unknown>;

async function cancel(more: Record<string, string> = {}, run: Run = async () => ({})) {
  const handler = forTenants(routeNamed('subscribers/cancel'), { input: () => undefined, run })(on.app);
  return call(handler, 'subscribers/cancel', { headers: { ...shop.headers, ...more }, body: {} });
}

describe('A request over the limit of its tenant', () => {
  it('is refused with 429, also where it would be refused for another reason', async () => {
    const refuse = async () => {
      throw new Refusal('subscriber_not_found');
    };
    expect((await cancel({}, refuse)).status).toBe(429);
  });

  it('changes nothing', async () => {
    const at = key.tenant('somebody');
    const { status } = await cancel({}, async ({ app }) => app.table.apply({ put: { ...at } }));
    expect([status, await on.table.get(at, { consistent: true })]).toEqual([429, undefined]);
  });

  it('with an Idempotency-Key stores nothing', async () => {
    const { status } = await cancel({ 'idempotency-key': 'a-key' });
    expect(status).toBe(429);
    expect(on.asked.filter((method) => method === 'apply')).toEqual([]);
    expect(await on.table.get(key.idempotency(shop.id, 'a-key'), { consistent: true })).toBeUndefined();
  });

  it('is asked to retry after one second where the minute ends while it is refused', async () => {
    const { table } = on.app;
    const apply: typeof table.apply = async (change) => {
      on.clock.now = START + 60_000;
      return table.apply(change);
    };
    const app = { ...on.app, table: { ...table, apply } };
    on.clock.now = START + 59_999;
    const handler = forTenants(routeNamed('subscribers/cancel'), {
      input: () => undefined,
      run: async () => ({}),
    })(app);
    const { status, headers } = await call(handler, 'subscribers/cancel', { ...shop, body: {} });
    expect([status, headers['retry-after'], headers['ratelimit-reset']]).toEqual([429, '1', '1']);
  });
});
