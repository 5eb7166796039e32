import { describe, expect } from 'vitest';
import { NO_RECOVERY } from '../../../lib/billing/recovery-settings.ts';
import { end } from '../../support/world/former.ts';
import { key } from '../../../lib/table/schema.ts';
import { it } from '../../support/world/fixtures.ts';
import { control, DAY, HOUR, MINUTE, subscribe } from '../../support/world/shop.ts';
import { advanceToRenewal } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { CARD, failing, messagesOf, shopWithMessages, toldOf } from './told.ts';

describe('A message to a customer', () => {
  it('our choice: tells of a failed renewal within minutes, and that it was paid after all', async ({
    world,
  }) => {
    const shop = await shopWithMessages(world);
    const member = await failing(world, shop);
    expect(world.mails.sent.map(({ to }) => to)).toEqual([member.email]);
    expect(await toldOf(world, shop)).toEqual(['payment_failed DELIVERED']);
    await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: CARD.good });
    await world.advance(DAY + HOUR);
    expect(await toldOf(world, shop)).toEqual(['payment_failed DELIVERED', 'payment_recovered DELIVERED']);
    const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': member.svcId } });
    const entries = body.data as { what: string; to: string }[];
    expect(entries.filter(({ what }) => what === 'message_sent').map(({ to }) => to)).toEqual([
      'payment_recovered',
      'payment_failed',
    ]);
    expect(world.log.join('\n')).not.toContain(member.email);
    const [first] = await messagesOf(world, shop);
    const item = await world.table.get(key.message(shop.tenant.id, first!.id), { consistent: true });
    expect(Number(item?.ttl) - first!.at / 1000).toBeCloseTo((90 * DAY) / 1000, -2);
  });

  it('our choice: is dropped where it is no longer true when it would be sent', async ({ world }) => {
    const shop = await shopWithMessages(world);
    world.mails.always = 'throttles';
    const member = await failing(world, shop);
    await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: CARD.good });
    await world.advance(DAY + HOUR);
    world.mails.always = undefined;
    await world.advance(HOUR);
    expect(await toldOf(world, shop)).toEqual(['payment_failed DROPPED paid', 'payment_recovered DELIVERED']);
  });

  it('our choice: an outage of SES of six hours delays it, and a crash neither loses nor doubles it', async ({
    world,
  }) => {
    const shop = await shopWithMessages(world, ['payment_failed']);
    world.mails.always = 'throttles';
    await failing(world, shop);
    await world.advance(6 * HOUR);
    expect(world.mails.sent).toEqual([]);
    world.mails.always = undefined;
    await world.advance(HOUR);
    expect(world.mails.sent).toHaveLength(1);
    expect(await toldOf(world, shop)).toEqual(['payment_failed DELIVERED']);
  });

  it.for([
    ['is sent', 71, 'payment_failed DELIVERED', 1],
    ['is dropped and counted', 73, 'payment_failed DROPPED too_late', 0],
  ] as const)(
    'our choice: %s where SES takes nothing for %i hours',
    async ([, hours, told, sent], { world }) => {
      const shop = await shopWithMessages(world, ['payment_failed'], NO_RECOVERY);
      world.mails.always = 'throttles';
      await failing(world, shop);
      await world.advance(hours * HOUR - 5 * MINUTE);
      world.mails.always = undefined;
      await world.advance(2 * HOUR);
      expect(await toldOf(world, shop)).toEqual([told]);
      expect(world.mails.sent).toHaveLength(sent);
      const lost = world.log.filter((line) => line.includes('"MessagesLost":1'));
      expect(lost).toHaveLength(1 - sent);
    },
  );

  it.for(['lost', 'dies'] as const)(
    'our choice: is sent once where SES took it and its sender %s, by what SES tells of it',
    async (truth, { world }) => {
      const shop = await shopWithMessages(world, ['payment_failed']);
      world.mails.truths = [truth];
      await failing(world, shop);
      await world.advance(5 * HOUR);
      expect(world.mails.sent).toHaveLength(1);
      expect(await toldOf(world, shop)).toEqual(['payment_failed DELIVERED']);
    },
  );

  it('our choice: goes to no address that bounced for good, or whose owner complained', async ({ world }) => {
    const shop = await shopWithMessages(world);
    const member = await failing(world, shop);
    const [mail] = world.mails.sent;
    await world.mails.tell(mail!, 'Bounce', { bounce: { bounceType: 'Permanent' } });
    await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: CARD.good });
    await world.advance(DAY + HOUR);
    expect(world.mails.sent).toHaveLength(1);
    expect(await toldOf(world, shop)).toEqual([
      'payment_failed BOUNCED',
      'payment_recovered DROPPED bounced_before',
    ]);
  });

  it('our choice: is not owed by a tenant that has switched none on', async ({ world }) => {
    const shop = await makeTenant(world);
    const member = await subscribe(world, shop);
    await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: CARD.refused });
    await advanceToRenewal(world, member.reference);
    await world.advance(2 * MINUTE);
    expect(await messagesOf(world, shop)).toEqual([]);
    expect(world.written.filter((item) => item.includes('#MESSAGES'))).toEqual([]);
  });

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
});
