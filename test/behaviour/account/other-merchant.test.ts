import { describe, expect } from 'vitest';
import { setPayAccount } from '../../../lib/account/provider-accounts.ts';
import { createTenant } from '../../../lib/account/tenants.ts';
import { lookUpCheckout } from '../../../lib/table/purchases/checkouts.ts';
import { it as test } from '../../support/world/fixtures.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { behave, check, directBody, MINUTE } from '../../support/world/shop.ts';
import { makeTenant, payForm } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const it = test.extend('other', async ({ world }) => {
  const { credentials } = await makeTenant(world);
  return { ...credentials, baseUrl: world.pay.url };
});

describe('credentials of another merchant', () => {
  it('are refused while a payment of unknown outcome is looked up with the present ones', async ({
    world,
    shop,
    other,
  }) => {
    const body = { ...directBody(shop.plans.basic!), clientReferenceId: 'order 1' };
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    expect((await shop.call('checkout/initialize-direct', { body })).status).toBe(504);
    const set = (account: typeof other, check = true) => setPayAccount(shop.app, account, { check });

    await expect(set(other)).rejects.toThrow('a payment at the present merchant account is unsettled');
    const present = { ...shop.credentials, baseUrl: world.pay.url };
    await expect(set(present)).resolves.toMatchObject({ id: shop.tenant.id });

    await world.advance(2 * MINUTE);
    expect((await shop.call('checkout/initialize-direct', { body })).status).toBe(200);
    await expect(set(other)).resolves.toMatchObject({ id: shop.tenant.id });
  });

  it('are refused while a hosted checkout may be paid that is read with the present ones', async ({
    world,
    shop,
    other,
  }) => {
    const set = (account = other, check = true) => setPayAccount(shop.app, account, { check });
    const { token, email } = await startCheckout(shop);
    await startCheckout(shop);
    await payForm(world, token);

    await expect(set()).rejects.toThrow(
      'a hosted checkout at the present merchant account may still be paid',
    );
    await expect(set({ ...shop.credentials, baseUrl: world.pay.url })).resolves.toBeDefined();

    await world.advance(29 * MINUTE);
    expect((await check(shop, email)).hasActiveSubscription).toBe(true);
    await expect(set()).rejects.toThrow('may still be paid');
    await world.advance(3 * MINUTE);
    await expect(set()).resolves.toMatchObject({ pay: { merchantId: other.merchantId } });
  });

  it('are refused until a form has expired by the clock of the provider too, which may be two minutes slow', async ({
    world,
    shop,
    other,
  }) => {
    const set = () => setPayAccount(shop.app, other);
    const { token } = await startCheckout(shop);
    const began = world.clock.now();
    await world.advance(31.5 * MINUTE);
    expect((await lookUpCheckout(world.app, token))?.status).toBe('EXPIRED');
    await expect(set()).rejects.toThrow('may still be paid');
    await world.clock.advanceTo(began + 33 * MINUTE);
    await expect(set()).resolves.toMatchObject({ pay: { merchantId: other.merchantId } });
  });

  it('may be stored unchecked all the same', async ({ world, shop, other }) => {
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    await shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!) });
    const { pay } = await setPayAccount(shop.app, other, { check: false });
    expect(pay?.merchantId).toBe(other.merchantId);
  });
});

describe('credentials that another tenant has', () => {
  it('are refused by the merchant or by the API key alone, unless stored unchecked', async ({
    world,
    shop,
  }) => {
    const [one, two] = [await createTenant(world.app, 'one'), await createTenant(world.app, 'two')];
    const account = { ...shop.credentials, baseUrl: world.pay.url };
    const renamed = { ...account, merchantId: 'another' };
    await setPayAccount(forTenant(world.app, one.id), account);
    await setPayAccount(forTenant(world.app, one.id), account);
    const sameAddress = `${world.pay.url.toUpperCase()}/`;
    for (const same of [account, renamed, { ...renamed, baseUrl: sameAddress }])
      await expect(setPayAccount(forTenant(world.app, two.id), same)).rejects.toThrow(
        'one has this merchant account',
      );
    const { pay } = await setPayAccount(forTenant(world.app, two.id), account, { check: false });
    expect(pay?.merchantId).toBe(account.merchantId);
    expect(JSON.stringify(pay)).not.toContain(account.apiKey);
  });

  it('are one tenant’s where two connect them at once, and free again once it has others', async ({
    world,
    shop,
    other,
  }) => {
    const [one, two] = [await createTenant(world.app, 'early'), await createTenant(world.app, 'late')];
    const account = { ...shop.credentials, baseUrl: world.pay.url };
    const connect = (id: string, app = world.app) =>
      setPayAccount(forTenant(app, id), account, { check: true, byTenant: true });
    const overtaken = {
      ...world.app,
      table: {
        ...world.app.table,
        write: async (changes: Parameters<typeof world.app.table.write>[0]) => {
          await connect(one.id);
          return world.app.table.write(changes);
        },
      },
    };
    const elsewhere = 'is connected elsewhere on this service already';
    await expect(connect(two.id, overtaken)).rejects.toThrow(elsewhere);
    await expect(connect(two.id)).rejects.toThrow(elsewhere);
    await setPayAccount(forTenant(world.app, one.id), other, { check: false });
    await expect(connect(two.id)).resolves.toMatchObject({ pay: { merchantId: account.merchantId } });
  });
});
