import { RIGHTS } from '../../../lib/billing/rights.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { forTenants } from '../../../lib/http/endpoint.ts';
import { apiKeyItem, secretHashOf } from '../../../lib/table/tenants/keys.ts';
import { key } from '../../../lib/table/schema.ts';
import { addShop, call, stage, START, type Shop, type Stage } from './stage.ts';
import { MADE_BY_OPERATOR } from '../../support/world/key.ts';
import { routeNamed } from '../../../functions/routes.ts';

let on: Stage;
let shop: Shop;
let used: ReturnType<typeof key.apiKeyUse>;
beforeEach(async () => {
  on = stage();
  shop = await addShop(on);
  used = key.apiKeyUse(shop.id, shop.headers['x-api-key']!);
  await on.table.apply({ delete: used });
});

/** Asks for the plans with a key, of which the note of its use takes a moment to write. */
async function ask(run = async (): Promise<unknown> => ({}), headers = shop.headers) {
  const { table } = on.app;
  const apply: typeof table.apply = async (change) => {
    if ('put' in change && change.put.pk === used.pk && change.put.sk === used.sk) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      on.asked.push('noted');
    }
    return table.apply(change);
  };
  const handler = forTenants(routeNamed('plans/list'), { input: () => undefined, run })({
    ...on.app,
    table: { ...table, apply },
  });
  return (await call(handler, 'plans/list', { headers })).status;
}

const noted = async () => (await on.table.get(used, { consistent: true }))?.lastUsedAt;

describe('The record of a key’s use', () => {
  it('is written once an hour', async () => {
    for (let nth = 0; nth < 3; nth++) await ask();
    expect(on.asked.filter((what) => what === 'noted')).toHaveLength(1);
    on.clock.now = START + 3_600_000;
    await ask();
    expect(await noted()).toBe(START + 3_600_000);
  });
});

it('a key whose record belongs to another tenant than its text names is refused', async () => {
  const other = await addShop(on, { id: 'b'.repeat(32) });
  const apiKey = `svck_test_${shop.id}_borrowed`;
  const stored = { apiKey, tenant: other.id, secretHash: secretHashOf('svcs_x'), status: 'ACTIVE' } as const;
  await on.table.apply({
    put: apiKeyItem({ ...MADE_BY_OPERATOR, ...stored, rights: RIGHTS, expiresAt: null, createdAt: START }),
  });
  expect(await ask(undefined, { 'x-api-key': apiKey, 'x-api-secret': 'svcs_x' })).toBe(401);
});
