import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { key } from '../../../lib/table/schema.ts';
import { MINUTE } from '../../support/world/shop.ts';
import { changeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { notification, signed, post, send } from './sent-notifications.ts';

describe('spec: Notifications of the payment provider', () => {
  it.for(['samples', 'prose'] as const)(
    'our choice: a signature in the order of the %s is right',
    async (order, { world, shop }) => {
      const body = notification(world, 'some subscription');
      expect((await send(world, shop, body, signed(shop, body, order))).status).toBe(200);
    },
  );

  const verifiedAt = async (shop: TestTenant) => {
    const { data } = (await shop.call('account/get')).body;
    return (data as { payment: { notificationsVerifiedAt: string | null } }).payment.notificationsVerifiedAt;
  };

  it('our choice: until a signature has verified, one that does not is a hint, as nobody knows what the provider signs', async ({
    world,
    shop,
  }) => {
    const body = notification(world, 'some subscription');
    expect((await post(world, shop, JSON.stringify(body))).status).toBe(200);
    expect((await send(world, shop, body, '00')).status).toBe(200);
    expect(world.queues.sent).toHaveLength(2);
    expect(await verifiedAt(shop)).toBe(null);
    expect((await send(world, shop, body, signed(shop, body))).status).toBe(200);
    expect(world.clock.now() - Date.parse((await verifiedAt(shop)) ?? '')).toBeLessThan(MINUTE);
    expect((await send(world, shop, body, '00')).status).toBe(401);
  });

  it('our choice: another merchant number begins anew, since signing is switched on for each account', async ({
    world,
    shop,
  }) => {
    const body = notification(world, 'some subscription');
    await send(world, shop, body, signed(shop, body));
    await world.table.apply({
      update: key.lastNotification(shop.tenant.id),
      set: { verifiedMerchant: 'the former one' },
    });
    expect((await post(world, shop, JSON.stringify(body))).status).toBe(200);
  });

  it('our choice: a wrong or missing signature is a 401 where one has verified', async ({ world, shop }) => {
    const body = notification(world, 'some subscription');
    expect((await send(world, shop, body, signed(shop, body))).status).toBe(200);
    const before = world.queues.sent.length;
    for (const wrong of [
      '00',
      signed(shop, { ...body, orderReferenceCode: 'another' }),
      signed(shop, body).slice(1),
      'zz',
    ])
      expect(await send(world, shop, body, wrong)).toMatchObject({
        status: 401,
        body: { error: 'unauthorized' },
      });
    expect((await post(world, shop, JSON.stringify(body))).status).toBe(401);
    expect(world.queues.sent).toHaveLength(before);
  });

  it('our choice: an unsigned notification still triggers a read of the subscription', async ({
    world,
    shop,
  }) => {
    await changeTenant(world, shop, { notificationsSigned: false });
    expect((await post(world, shop, JSON.stringify(notification(world, 'some subscription')))).status).toBe(
      200,
    );
  });

  it('our choice: a notification for an unknown or forged address is a 404', async ({ world, shop }) => {
    const { tenant } = shop;
    const body = JSON.stringify(notification(world, 'some subscription'));
    for (const token of ['nonsense', `${tenant.id}_${'x'.repeat(24)}`, `${'0'.repeat(32)}_${'n'.repeat(24)}`])
      expect(await post(world, shop, body, {}, token)).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
  });

  it('our choice: a body that is not a notification gets the same answer and is dropped', async ({
    world,
    shop,
  }) => {
    const before = world.queues.sent.length;
    const success = (subscriptionReferenceCode: string) =>
      JSON.stringify({ iyziEventType: 'subscription.order.success', subscriptionReferenceCode });
    const odd = ['.', '..', '\uffff', 'x'.repeat(256)].map(success);
    const others = ['', 'hello', '[]', '{}', '{"iyziEventType":"other","subscriptionReferenceCode":"x"}'];
    for (const raw of [...others, ...odd]) expect((await post(world, shop, raw)).status).toBe(200);
    expect(world.queues.sent).toHaveLength(before);
  });
});
