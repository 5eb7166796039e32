import { expect } from 'vitest';
import { it } from '../world/fixtures.ts';
import { upgradeInPanel } from '../world/panel.ts';
import { behave, HOUR, ledger, paidIn, read } from '../world/shop.ts';

/** Many more than anybody makes between two readings; a chain of more than 50 is not believed. */
const CHANGES = 45;

it('every charge of a subscription is recorded, however often its plan was changed in the panel meanwhile', async ({
  world,
  shop,
  member,
}) => {
  await behave(world, shop, { dropNotifications: true });
  let { reference } = member;
  for (let change = 1; change <= CHANGES; change++) {
    reference = await upgradeInPanel(world, shop, { reference }, change % 2 === 1 ? 'plus' : 'basic');
    await world.clock.advanceTo(world.clock.now() + 1_000);
  }
  await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': member.reference } });
  await world.advance(HOUR);
  expect((await read(shop, member)).data).toMatchObject({ payReference: reference, cancelAtPeriodEnd: true });
  const { body } = await shop.call('subscribers/invoices', {
    query: { 'svc-id': member.svcId, limit: '100' },
  });
  const charges = paidIn(await ledger(world, shop));
  expect(charges.length).toBeGreaterThan(CHANGES / 2);
  expect(body.data).toHaveLength(charges.length);
});
