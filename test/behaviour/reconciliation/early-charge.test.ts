import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { behave, charge, DAY, eventNamesOf, moveToPlan, nextOrder, read } from '../../support/world/shop.ts';

it('a period paid early is enjoyed, also where a cancellation in our records alone came before it was noticed', async ({
  world,
  shop,
  member,
}) => {
  await world.advance(5 * DAY);
  await behave(world, shop, { dropNotifications: true });
  const { endPeriod } = await nextOrder(world, member.reference);
  await charge(world, member.reference, 'success');
  const reference = await moveToPlan(shop, member, 'plus');
  await behave(world, shop, { failNext: 100 }); // so that nobody notices before the cancellation
  await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
  await behave(world, shop, { failNext: 0, dropNotifications: false });
  await world.advance(2 * DAY);
  await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });
  await world.advance(35 * DAY);
  expect((await read(shop, member)).data).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    accessUntil: new Date(endPeriod).toISOString(),
  });
  expect(eventNamesOf(world, shop, member)).toEqual([
    'SUBSCRIBED/INITIAL_BUY',
    'DID_CHANGE_RENEWAL_PREF/UPGRADE',
    'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED',
    'DID_RENEW/BILLING_RECOVERY',
    'DID_RENEW/BILLING_RECOVERY',
  ]);
  await world.advance(endPeriod - world.clock.now());
  expect((await read(shop, member)).data.subscriptionStatus).toBe('CANCELLED');
});
