import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { behave, DAY, eventNamesOf, HOUR, MINUTE, read } from '../../support/world/shop.ts';

it('a plan change after two in the same millisecond is recorded, also where the provider lists it late', async ({
  world,
  shop,
  member,
}) => {
  const changesTold = () => eventNamesOf(world, shop, member).filter((name) => name.includes('PREF'));
  await world.advance(DAY);
  const middle = await upgradeInPanel(world, shop, member, 'plus');
  const newest = await upgradeInPanel(world, shop, { reference: middle }, 'basic');
  await world.advance(HOUR);
  await behave(world, shop, { searchLagMs: HOUR / 2, dropNotifications: true });
  const last = await upgradeInPanel(world, shop, { reference: newest }, 'plus');
  await world.clock.advanceTo(world.clock.now() + MINUTE);
  await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': newest } });
  expect((await read(shop, member)).data.payReference).toBe(newest);
  expect(changesTold()).toHaveLength(2);
  await behave(world, shop, { searchLagMs: 0 });
  await world.advance(HOUR);
  expect((await read(shop, member)).data.payReference).toBe(last);
  expect(changesTold()).toHaveLength(3);
});
