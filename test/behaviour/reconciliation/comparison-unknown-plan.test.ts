import { expect } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { subscribe } from '../../support/world/shop.ts';
import { kindsOf, night, reconcile } from './comparison.ts';
import { it } from './fixtures.ts';

it('A plan that is unknown here is reported once, also where its reconciliation has reported it before', async ({
  world,
  shop,
}) => {
  const member = await subscribe(world, shop);
  await world.table.apply({ delete: key.planByReference(shop.tenant.id, shop.plans.plus!.reference) });
  await upgradeInPanel(world, shop, member);
  await reconcile(world, shop, member);
  expect(await kindsOf(shop)).toEqual(['plan_differs']);
  await night(world);
  expect(await kindsOf(shop)).toEqual(['plan_differs']);
});
