import { createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  advanceToRenewal,
  behave,
  DAY,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
  statusOf,
  subscribe,
  someone,
  receivedEvents,
  eventNamesOf,
  CARDS,
} from '../world/shop.ts';
import { changeTenant, checkoutBody, makeTenant, payForm, type TestTenant } from '../world/tenant.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let shop: TestTenant;

afterEach(() => world.stop());
beforeEach(async () => {
  world = await startWorld();
  shop = await makeTenant(world);
});

const RENEWED = ['SUBSCRIBED/INITIAL_BUY', 'DID_RENEW/BILLING_RECOVERY'];

const uuid = (): string => randomUUID();

function notice(subscription: string, type = 'subscription.order.success') {
  return {
    iyziEventType: type,
    subscriptionReferenceCode: subscription,
    orderReferenceCode: uuid(),
    customerReferenceCode: uuid(),
    iyziReferenceCode: uuid(),
    iyziEventTime: world.clock.now(),
  };
}

type Notice = ReturnType<typeof notice>;

function signed(body: Notice, order: 'samples' | 'prose' = 'samples'): string {
  const { merchantId, secretKey } = shop.credentials;
  const head = order === 'samples' ? merchantId + secretKey : secretKey + merchantId;
  const receivedEvents = [body.iyziEventType, body.subscriptionReferenceCode, body.orderReferenceCode];
  return createHmac('sha256', secretKey)
    .update(head + receivedEvents.join('') + body.customerReferenceCode)
    .digest('hex');
}

const post = (raw: string, headers: Record<string, string> = {}, token = shop.tenant.notificationToken!) =>
  world.call('notifications/receive', { method: 'POST', path: { token }, headers, raw });

const send = (body: Notice, signature: string) =>
  post(JSON.stringify(body), { 'x-iyz-signature-v3': signature });

describe('Notifications of the payment provider', () => {
  it('the order-success notification brings DID_RENEW / BILLING_RECOVERY', async () => {
    const member = await subscribe(world, shop);
    await advanceToRenewal(world, member.reference);
    await world.advance(15_000);
    expect(eventNamesOf(world, shop, member)).toEqual(RENEWED);
  });

  it('the order-failure notification brings DID_FAIL_TO_RENEW', async () => {
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(15_000);
    expect(eventNamesOf(world, shop, member)).toEqual(['SUBSCRIBED/INITIAL_BUY', 'DID_FAIL_TO_RENEW']);
  });

  it.each([
    ['sent twice', { duplicateNotifications: true }],
    ['sent out of order', { reorderNotifications: true }],
    ['sent twice and out of order', { duplicateNotifications: true, reorderNotifications: true }],
    ['never sent', { dropNotifications: true }],
    ['sent with four fields only', { reducedNotifications: true }],
    ['signed in the order of the prose', { signatureOrder: 'prose' as const }],
    ['not signed although they should be', { signatureOrder: 'none' as const }],
  ])('our choice: notifications %s make the same events', async (_, how) => {
    await behave(world, shop, how);
    const member = await subscribe(world, shop);
    await world.advance(100 * DAY);
    const renewals = paidIn(await ledger(world, shop)).length - 1;
    expect(renewals).toBe(3);
    const expected = [RENEWED[0], ...Array.from({ length: renewals }, () => RENEWED[1])];
    expect(eventNamesOf(world, shop, member)).toEqual(expected);
    expect(new Set(receivedEvents(world, shop).map(({ eventId }) => eventId)).size).toBe(expected.length);
  });

  it('our choice: a notification is only a hint: what it claims is not believed', async () => {
    const member = await subscribe(world, shop);
    const failed = notice(member.reference, 'subscription.order.failure');
    const paid = notice(member.reference);
    expect((await send(failed, signed(failed))).status).toBe(200);
    expect((await send(paid, signed(paid))).status).toBe(200);
    await world.settle();
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    expect(eventNamesOf(world, shop, member)).toEqual([RENEWED[0]]);
  });

  it.each(['samples', 'prose'] as const)(
    'our choice: a signature in the order of the %s is right',
    async (order) => {
      const body = notice('some subscription');
      expect((await send(body, signed(body, order))).status).toBe(200);
    },
  );

  it('our choice: a wrong or missing signature is a 401 where the account signs', async () => {
    const body = notice('some subscription');
    const before = world.queues.sent.length;
    for (const wrong of [
      '00',
      signed({ ...body, orderReferenceCode: 'another' }),
      signed(body).slice(1),
      'zz',
    ])
      expect(await send(body, wrong)).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect((await post(JSON.stringify(body))).status).toBe(401);
    expect(world.queues.sent).toHaveLength(before);
  });

  it('our choice: an account that does not sign has its subscription read all the same', async () => {
    await changeTenant(world, shop, { notificationsSigned: false });
    expect((await post(JSON.stringify(notice('some subscription')))).status).toBe(200);
  });

  it('our choice: a notification for an unknown or forged address is a 404', async () => {
    const { tenant } = shop;
    const body = JSON.stringify(notice('some subscription'));
    for (const token of [
      'invalidResponse',
      `${tenant.id}_${'x'.repeat(24)}`,
      `${'0'.repeat(32)}_${'n'.repeat(24)}`,
    ])
      expect(await post(body, {}, token)).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('our choice: a body that is no notification is answered like one and dropped', async () => {
    const before = world.queues.sent.length;
    for (const raw of ['', 'hello', '[]', '{}', '{"iyziEventType":"other","subscriptionReferenceCode":"x"}'])
      expect((await post(raw)).status).toBe(200);
    expect(world.queues.sent).toHaveLength(before);
  });

  it('our choice: a notification about a subscription that is not known yet is parked and tried again', async () => {
    const body = checkoutBody(shop.plans.basic!, { email: someone() });
    const { token } = (await shop.call('checkout/initialize', { body })).body;
    await payForm(world, String(token));
    await world.advance(30_000);
    expect(receivedEvents(world, shop)).toEqual([]);
    expect(world.written.join()).toContain('#N#');
    await world.advance(3 * MINUTE);
    expect(receivedEvents(world, shop).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
    await world.advance(HOUR);
    expect(receivedEvents(world, shop)).toHaveLength(1);
    expect(world.queues.dead).toEqual([]);
  });

  it('our choice: one that nobody ever knows is given up after a day, and said in the log', async () => {
    const body = notice('nobody’s subscription');
    await send(body, signed(body));
    await world.advance(DAY + 8 * HOUR);
    const mine = world.log.filter((line) => line.includes('given up') && line.includes(shop.tenant.id));
    expect(mine).toHaveLength(1);
    expect(world.queues.dead).toEqual([]);
  });

  it('our choice: what a tenant is told of another tenant’s subscription changes nothing', async () => {
    const other = await makeTenant(world);
    const member = await subscribe(world, other);
    const body = notice(member.reference, 'subscription.order.failure');
    expect((await send(body, signed(body))).status).toBe(200);
    await world.advance(MINUTE);
    expect(await statusOf(other, member)).toBe('ACTIVE');
    expect(receivedEvents(world, shop)).toEqual([]);
  });

  it('our choice: an upgrade made in the provider’s own panel is followed by its notification', async () => {
    const member = await subscribe(world, shop);
    const pay = world.app.pay({ baseUrl: world.pay.url, ...shop.credentials });
    await world.advance(MINUTE);
    const made = await pay.upgrade({
      reference: member.reference,
      newPlanReference: shop.plans.plus!.reference,
      period: 'NOW',
      useTrial: false,
      resetRecurrenceCount: true,
    });
    expect(made.ok).toBe(true);
    await world.advance(MINUTE);
    expect(eventNamesOf(world, shop, member)).toEqual([
      RENEWED[0],
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      RENEWED[1],
    ]);
  });
});
