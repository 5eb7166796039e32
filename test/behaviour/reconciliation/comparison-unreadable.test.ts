import { describe, expect } from 'vitest';
import { startComparisons } from '../../../lib/reconciliation/start-comparisons.ts';
import { key } from '../../../lib/table/schema.ts';
import { DAY, HOUR, MINUTE, subscribe, type Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { comparisonOf, kindsOf, night, quietShop, soldAtProvider, storedAt } from './comparison.ts';
import { it } from './fixtures.ts';

const changeHere = (shop: TestTenant, { svcId }: Member, plan: string) =>
  shop.call('subscribers/change-plan', {
    body: { 'svc-subscriber-id': svcId, 'svc-plan-id': shop.plans[plan]!.id },
  });

describe('the nightly comparison of records that cannot be read', () => {
  it('passes over what cannot be read, counts it, and leaves its differences open', async ({
    world,
    shop,
  }) => {
    const [good, bad] = [await subscribe(world, shop), await subscribe(world, shop)];
    await soldAtProvider(world, shop);
    await world.advance(DAY + HOUR);
    for (const member of [good, bad]) await changeHere(shop, member, 'plus');
    await night(world);
    const all = ['plan_differs', 'plan_differs', 'unknown_here'];
    expect(await kindsOf(shop)).toEqual(all);
    await world.table.apply({ update: storedAt(shop, bad), set: { plan: 'no plan' } });
    await changeHere(shop, good, 'basic');
    const before = world.log.length;
    await night(world);
    expect(await kindsOf(shop)).toEqual(['plan_differs', 'unknown_here']);
    const said = world.log.slice(before);
    expect(said.filter((line) => line.includes('"Unreadable":1')).length).toBeGreaterThan(0);
    expect(said.filter((line) => line.includes('record unreadable'))[0]).toContain(bad.id);
    expect(await comparisonOf(world, shop)).toBeUndefined();
  });

  it('begins anew where it cannot be read how far one is, and passes over a tenant that cannot be read', async ({
    world,
    shop,
  }) => {
    const broken = await quietShop(world);
    await soldAtProvider(world, shop);
    await world.advance(2 * HOUR);
    const tenant = key.tenant(broken.tenant.id);
    await world.table.apply({ update: tenant, set: { createdAt: 'long ago' } });
    await startComparisons(world.app);
    await world.table.apply({ update: key.comparison(shop.tenant.id), set: { phase: 'of newer code' } });
    await world.advance(20 * MINUTE);
    expect(await kindsOf(shop)).toEqual([]);
    await night(world);
    expect(await kindsOf(shop)).toEqual(['unknown_here']);
    await world.table.apply({ update: tenant, set: { createdAt: broken.tenant.createdAt } });
  });
});
