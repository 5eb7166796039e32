import { describe, expect } from 'vitest';
import { NO_RECOVERY } from '../../../lib/billing/recovery-settings.ts';
import { end } from '../../support/world/former.ts';
import { openDesk } from '../console/desk.ts';
import { key } from '../../../lib/table/schema.ts';
import { addressHash, keepFromMessages } from '../../../lib/table/messages/suppressed.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { it } from '../../support/world/fixtures.ts';
import { control, DAY, HOUR, MINUTE, subscribe, type Member } from '../../support/world/shop.ts';
import { advanceToRenewal } from '../../support/world/shop.ts';
import type { SentMail } from '../../support/world/mails.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { CARD, failing, messagesOf, shopWithMessages, toldOf } from './told.ts';

/** A customer who was told something. */
interface Told {
  readonly world: World;
  readonly shop: TestTenant;
  readonly member: Member;
  readonly mail: SentMail;
}

async function erased({ world, shop, member }: Told): Promise<void> {
  await end(world, shop, member);
  await world.advance(31 * DAY); // the end of access that the cancellation was answered with
  const { status } = await shop.call('subscribers/erase', { body: { email: member.email } });
  expect(status).toBe(200);
}

const deleted = ({ world, shop, mail }: Told) =>
  world.table.apply({ delete: key.message(shop.tenant.id, mail.tags.message) });

/** SES says that it refused the message, and has sent it after all. */
const dropped = ({ world, mail }: Told) =>
  world.mails.tell(mail, 'Reject', { reject: { reason: 'Bad content' } });

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
    const desk = await openDesk(world, shop, 'support');
    const { text } = await desk.get('subscriber', { id: member.svcId });
    expect(text).toContain('Message sent: <strong>Payment made after all</strong>');
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

  const complaint = ['Complaint', {}] as const;
  const bounce = ['Bounce', { bounce: { bounceType: 'Permanent' } }] as const;
  it.for<[string, readonly [string, object], (on: Told) => Promise<unknown>]>([
    ['complained after the customer was erased', complaint, erased],
    ['bounced after the customer was erased', bounce, erased],
    ['complained when the message is kept no more', complaint, deleted],
    [
      'bounced for good after it had bounced for a while',
      bounce,
      ({ world, mail }) => world.mails.tell(mail, 'Bounce'),
    ],
    ['complained of a message that was dropped', complaint, dropped],
    [
      'complained after it had bounced for good',
      complaint,
      ({ world, mail }) => world.mails.tell(mail, ...bounce),
    ],
  ])('our choice: goes to no address that %s', async ([, [says, more], meanwhile], { world }) => {
    const shop = await shopWithMessages(world, ['cancelled']);
    const member = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await world.advance(2 * MINUTE);
    const [mail] = world.mails.sent;
    await meanwhile({ world, shop, member, mail: mail! });
    await world.mails.tell(mail!, says, more);
    const again = await subscribe(world, shop, { email: member.email });
    await shop.call('subscribers/cancel', { body: { 'svc-id': again.svcId } });
    await world.advance(2 * MINUTE);
    expect(world.mails.sent).toHaveLength(1);
    const because = says === 'Bounce' ? 'bounced_before' : 'complained_before';
    expect((await toldOf(world, shop)).at(-1)).toBe(`cancelled DROPPED ${because}`);
  });

  it('our choice: a complaint stays the reason where the address bounces after it', async ({ world }) => {
    const shop = await shopWithMessages(world, ['cancelled']);
    const { svcId, email } = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: { 'svc-id': svcId } });
    await world.advance(2 * MINUTE);
    const [mail] = world.mails.sent;
    await world.mails.tell(mail!, ...complaint);
    await world.mails.tell(mail!, ...bounce);
    const again = await subscribe(world, shop, { email });
    await shop.call('subscribers/cancel', { body: { 'svc-id': again.svcId } });
    await world.advance(2 * MINUTE);
    expect((await toldOf(world, shop)).at(-1)).toBe('cancelled DROPPED complained_before');
  });

  it('our choice: is not handed over where its owner complained while it was made', async ({ world }) => {
    const shop = await shopWithMessages(world, ['cancelled']);
    const { svcId, email } = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: { 'svc-id': svcId } });
    const { table } = world.app;
    const address = addressHash(shop.tenant, email);
    const write: typeof table.write = async (...asked) => {
      await keepFromMessages(shop.app, address, 'complained');
      return table.write(...asked);
    };
    const { consumers } = instanceOf({ ...world.app, table: { ...table, write }, memory: {} });
    const whole = instanceOf(world.app);
    world.serve({ ...whole, consumers: { ...whole.consumers, messages: consumers.messages } });
    await world.advance(HOUR);
    expect(world.mails.sent).toEqual([]);
    expect(await toldOf(world, shop)).toEqual(['cancelled DROPPED complained_before']);
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
