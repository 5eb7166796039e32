import { expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import { advanceToRenewal, MINUTE, read, subscribe } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';

const { world } = await openShop();

it('our choice: nextPaymentAt is null once the last charge of a plan that ends was made', async () => {
  const shop = await makeTenant(world, { plans: [{ name: 'basic', recurrenceCount: 2 }] });
  const member = await subscribe(world, shop);
  const next = async () => (await read(shop, member)).data.nextPaymentAt;
  expect(await next()).not.toBeNull();
  await advanceToRenewal(world, member.reference);
  await world.advance(MINUTE);
  expect(await next()).toBeNull();
  expect((await read(shop, member)).data.subscriptionStatus).toBe('ACTIVE');
});
