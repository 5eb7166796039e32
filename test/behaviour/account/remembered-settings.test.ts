import { describe, expect } from 'vitest';
import { payHealth } from '../../../lib/pay/health.ts';
import { setPayAccount } from '../../../lib/account/provider-accounts.ts';
import { it } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { control, directBody, MINUTE } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

describe('an instance that remembers former settings of a tenant', () => {
  it('skips no event once the tenant has set a webhook', async ({ world }) => {
    const shop = await makeTenant(world, { webhook: null });
    const buy = () => shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!) });
    await buy();
    await world.clock.advanceTo(world.clock.now() + 1_000);
    const url = `${world.receiver.url}${shop.hook}`;
    const ask = { headers: shop.headers, body: { url } };
    expect((await instanceOf(world.app).call('account/set-webhook', ask)).status).toBe(200);
    await buy();
    await world.advance(MINUTE);
    const { body } = await shop.call('events/list', {});
    const states = (body.data as { state: string }[]).map(({ state }) => state);
    expect(states).toEqual(['DELIVERED', 'SKIPPED']);
  });

  it('does not take the refusal of replaced credentials for one of the new ones', async ({
    world,
    shop,
    member,
  }) => {
    await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } });
    const { apiKey, merchantId } = shop.credentials;
    const account = { baseUrl: world.pay.url, apiKey, secretKey: 'a new secret key', merchantId };
    await control(world, `/merchants/${merchantId}`, { secretKey: account.secretKey });
    await setPayAccount(forTenant({ ...world.app, memory: {} }, shop.tenant.id), account);
    const body = { 'pay-subscriber-reference-code': member.reference };
    expect((await shop.call('subscribers/cancel', { body })).body.errorCode).toBe(
      'provider_credentials_refused',
    );
    expect(await payHealth(forTenant(world.app, shop.tenant.id))).toMatchObject({ state: 'healthy' });
    await world.advance(MINUTE);
    expect((await shop.call('subscribers/cancel', { body })).status).toBe(200);
  });

  it('marks an account whose credentials are refused as they are now', async ({ world, shop, member }) => {
    await control(world, `/merchants/${shop.credentials.merchantId}`, { secretKey: 'another' });
    const body = { 'pay-subscriber-reference-code': member.reference };
    expect((await shop.call('subscribers/cancel', { body })).status).toBe(502);
    expect(await payHealth(forTenant(world.app, shop.tenant.id))).toMatchObject({ state: 'refused' });
  });
});
