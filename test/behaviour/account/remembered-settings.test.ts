import { describe, expect } from 'vitest';
import { payHealth } from '../../../lib/pay/health.ts';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { setPayAccount } from '../../../lib/account/provider-accounts.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { it } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { control, directBody, MINUTE, someone } from '../../support/world/shop.ts';
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
    expect(await payHealth(shop.app)).toMatchObject({ state: 'healthy' });
    await world.advance(MINUTE);
    expect((await shop.call('subscribers/cancel', { body })).status).toBe(200);
  });

  it('asks the first payment account of a tenant as soon as it is connected, and marks it as nothing', async ({
    world,
  }) => {
    const shop = await makeTenant(world, { pay: null });
    const reference = await directStart(world, shop, shop.plans.basic!.reference, someone());
    const other = forTenant({ ...world.app, memory: {} }, shop.tenant.id);
    const change = async () => {
      const plan = { 'pay-plan-reference-code': shop.plans.plus!.reference };
      const body = { 'pay-subscriber-reference-code': reference, ...plan };
      return (await shop.call('subscribers/change-plan', { body })).body;
    };
    expect(await change()).toMatchObject({ error: 'subscriber_not_found' });
    await setPayAccount(other, { ...shop.credentials, baseUrl: world.pay.url });
    await importSubscriptions(other, { dryRun: false, announce: false }, () => undefined);
    expect(await change()).toMatchObject({ status: 'success' });
    expect(await payHealth(other)).toMatchObject({ state: 'healthy' });
  });

  it('marks an account whose credentials are refused as they are now', async ({ world, shop, member }) => {
    await control(world, `/merchants/${shop.credentials.merchantId}`, { secretKey: 'another' });
    const body = { 'pay-subscriber-reference-code': member.reference };
    expect((await shop.call('subscribers/cancel', { body })).status).toBe(502);
    expect(await payHealth(shop.app)).toMatchObject({ state: 'refused' });
  });
});
