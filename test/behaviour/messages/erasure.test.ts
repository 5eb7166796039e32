import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { DAY } from '../../support/world/shop.ts';
import { end } from '../../support/world/former.ts';
import { failing, messagesOf, shopWithMessages } from './told.ts';

it('our choice: an erasure takes the address out of messages, and none is sent after it', async ({
  world,
}) => {
  const shop = await shopWithMessages(world);
  const member = await failing(world, shop);
  expect((await messagesOf(world, shop)).filter(({ to }) => to === member.email)).toHaveLength(1);
  await end(world, shop, member);
  const sent = world.mails.sent.length;
  expect(await shop.call('subscribers/erase', { body: { email: member.email } })).toMatchObject({
    status: 200,
  });
  expect((await messagesOf(world, shop)).filter(({ to }) => to !== null)).toEqual([]);
  await world.advance(40 * DAY);
  expect(world.mails.sent).toHaveLength(sent);
});
