import { expect } from 'vitest';
import { it } from '../world/fixtures.ts';
import { behave, directBody, eventsAbout, HOUR } from '../world/shop.ts';

it('a purchase of unknown outcome is found by an address with a mark of direction, which is often copied along', async ({
  world,
  shop,
}) => {
  await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
  const email = '\u200eada.marked@example.com';
  const body = directBody(shop.plans.basic!, { email, clientReferenceId: 'order 1' });
  expect((await shop.call('checkout/initialize-direct', { body })).status).toBe(504);
  await world.advance(HOUR);
  expect(eventsAbout(world, shop, email).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
});
