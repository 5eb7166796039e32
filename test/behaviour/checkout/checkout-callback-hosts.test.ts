import { describe, expect, it } from 'vitest';
import { setCallbackHosts } from '../../../lib/account/tenants.ts';
import { openShop } from '../../support/world/opened.ts';
import { MINUTE, subscribe } from '../../support/world/shop.ts';
import { checkoutBody } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();

const name = async (...hosts: string[]) => {
  await setCallbackHosts(forTenant(world.app, shop.tenant.id), hosts);
  await world.clock.advanceTo(world.clock.now() + MINUTE); // until then the former settings are remembered
};

describe('our choice: the hosts of callback addresses', () => {
  it('are any, until a tenant has named some: then no other is taken, by either form', async () => {
    const member = await subscribe(world, shop);
    const open = [
      (callbackUrl: string) =>
        shop.call('checkout/initialize', { body: checkoutBody(shop.plans.basic!, { callbackUrl }) }),
      (callbackUrl: string) =>
        shop.call('checkout/update-card', { body: { 'svc-id': member.svcId, callbackUrl } }),
    ];
    const evil = 'https://evil.example/done';
    for (const form of open) expect((await form(evil)).status).toBe(200);
    await name('Shop.example', ' www.shop.example');
    for (const form of open) {
      for (const url of [
        'https://shop.example/done',
        'https://SHOP.example:8443/',
        'https://www.shop.example',
      ])
        expect((await form(url)).status).toBe(200);
      for (const url of [evil, 'https://shop.example.evil.example/', 'https://a.shop.example/'])
        expect(await form(url)).toMatchObject({
          status: 400,
          body: { error: 'invalid_request', details: [{ field: 'callbackUrl' }] },
        });
    }
    await name('');
    for (const form of open) expect((await form(evil)).status).toBe(200);
  });

  it.each(['shop.example/done', 'https://shop.example', 'shop example', 'shop.example:443'])(
    'are host names: %s is none',
    async (host) => {
      await expect(async () => name(host)).rejects.toThrow('is no host');
    },
  );
});
