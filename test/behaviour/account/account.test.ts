import { describe, expect, it } from 'vitest';
import { TIME } from '../../support/world/expecting.ts';
import { control, MINUTE, subscribe } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();

describe('spec: GET /account', () => {
  it('shows settings and health, never a secret', async () => {
    const { status, body, text } = await shop.call('account/get');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      data: {
        tenantId: shop.tenant.id,
        name: shop.tenant.name,
        mode: 'test',
        createdAt: new Date(shop.tenant.createdAt).toISOString(),
        webhook: {
          url: shop.tenant.webhook?.url,
          createdAt: TIME,
          secretCreatedAt: TIME,
          rotation: null,
          health: 'healthy',
          lastDeliveredAt: null,
          lastFailure: null,
        },
        chat: null,
        payment: {
          configured: true,
          notificationUrl: `${world.url}/notifications/pay/${shop.tenant.notificationToken!}`,
          notificationsSigned: true,
          lastNotificationAt: null,
          notificationsVerifiedAt: null,
          health: 'healthy',
          healthSince: null,
        },
        invoicing: {
          ...{ configured: false, moneyAccounts: null, defaultAddress: null, carrier: null },
          ...{ environment: null, trialCompany: null },
        },
        limits: { reads: 6000, writes: 1500, hostedCheckouts: 100, directCheckouts: 50 },
      },
    });
    expect(text).not.toContain(shop.webhookSecret);
  });

  it('shows when the webhook last accepted an event', async () => {
    const told = await makeTenant(world);
    await subscribe(world, told);
    await world.settle();
    const { body } = await told.call('account/get');
    expect(body.data).toMatchObject({ webhook: { health: 'healthy', lastDeliveredAt: TIME } });
  });

  it('is null where nothing is set', async () => {
    const bare = await makeTenant(world, { webhook: null, pay: null, notificationToken: null });
    const { body } = await bare.call('account/get');
    expect(body.data).toMatchObject({
      webhook: null,
      chat: null,
      payment: { configured: false, notificationUrl: null },
    });
  });

  it('shows when the payment provider last notified us, to the minute', async () => {
    const member = await subscribe(world, shop);
    await control(world, `/subscriptions/${member.reference}/charge`, { outcome: 'success' });
    await world.advance(2 * MINUTE);
    const { body } = await shop.call('account/get');
    const { lastNotificationAt } = (body.data as { payment: { lastNotificationAt: string } }).payment;
    expect(world.clock.now() - Date.parse(lastNotificationAt)).toBeLessThanOrEqual(3 * MINUTE);
    expect(Date.parse(lastNotificationAt) % MINUTE).toBe(0);
  });

  it('takes one round trip to the table besides the credentials', async () => {
    let calls = 0;
    const table = {
      ...world.table,
      getMany: (...asked: Parameters<World['table']['getMany']>) => (calls++, world.table.getMany(...asked)),
    };
    const { create } = await import('../../../functions/account/get.ts');
    const { eventFor } = await import('../../support/world/world.ts');
    const handler = create({ ...world.app, table, memory: {} });
    await handler(eventFor('account/get', { headers: shop.headers }), {} as never);
    expect(calls).toBe(2);
  });
});

describe('spec: POST /plans/sync', () => {
  it('reads the products and plans of the provider now', async () => {
    const { credentials } = shop;
    const { makePlans } = await import('../../../local/demo/seed-providers.ts');
    await makePlans(world.pay.url, credentials, [
      { product: 'New', name: 'Fresh', price: 10, paymentInterval: 'MONTHLY' },
    ]);
    const { status, body } = await shop.call('plans/sync', { body: {} });
    expect(status).toBe(200);
    const { added, changed, retired } = body.data as Record<string, string[]>;
    expect([added?.length, changed, retired]).toEqual([1, [], []]);
    const again = await shop.call('plans/sync', { body: {} });
    expect(again.body.data).toEqual({ added: [], changed: [], retired: [] });
  });

  it('is refused where no provider is configured', async () => {
    const bare = await makeTenant(world, { pay: null });
    expect((await bare.call('plans/sync', { body: {} })).body.error).toBe('provider_not_configured');
  });
});
