import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { advanceToRenewal, behave, HOUR, MINUTE, read, subscribe } from '../../support/world/shop.ts';

it('our choice: an order that does not name its currency is charged and invoiced in its plan’s', async ({
  world,
  shop,
}) => {
  await behave(world, shop, { orderCurrencies: 'untold' });
  const member = await subscribe(world, shop);
  await world.advance(MINUTE);
  await advanceToRenewal(world, member.reference);
  await world.advance(HOUR);
  expect((await read(shop, member)).latestInvoice).toMatchObject({
    ...{ status: 'PAID', currency: 'TRY', amount: '100.00' },
  });
});
