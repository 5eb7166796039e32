import { describe, expect } from 'vitest';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { callAsMerchant } from '../account/merchant.ts';
import { it } from '../../support/world/fixtures.ts';
import { directStartBody } from '../../support/world/direct-start.ts';
import { someone } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** Who the documents of a subscription are made out to that was sold at the provider, to this address, and imported. */
async function billed(world: World, shop: TestTenant, billingAddress: object): Promise<unknown> {
  const email = someone();
  const body = directStartBody(shop.plans.basic!.reference, email);
  const sold = { ...body, customer: { ...body.customer, billingAddress } };
  await callAsMerchant(world, shop.credentials, 'POST', '/initialize', sold);
  const asked = { dryRun: false, announce: false };
  await importSubscriptions(world.app, shop.tenant.id, asked, () => undefined);
  const { body: checked } = await shop.call('subscribers/check', { query: { email } });
  const { subscription } = checked.data as { subscription: { svcId: string } };
  const query = { 'svc-id': subscription.svcId };
  const { body: customer } = await shop.call('subscribers/get-customer', { query });
  return (customer.data as { billingAddress?: unknown }).billingAddress ?? null;
}

describe('an imported subscription', () => {
  it('has its documents made out to the address that the provider has of its customer', async ({
    world,
    shop,
  }) => {
    const address = { contactName: 'Ada', country: 'Türkiye', city: 'Ankara', address: 'Sok. 1' };
    expect(await billed(world, shop, address)).toEqual(address);
    const withCode = { ...address, zipCode: '06000' };
    expect(await billed(world, shop, withCode)).toEqual(withCode);
  });

  it('has none where the provider has what stands for none: then the tenant’s own stands on documents', async ({
    world,
    shop,
  }) => {
    const none = { contactName: 'Ada', country: 'Türkiye', city: 'Belirtilmedi', address: 'Belirtilmedi' };
    expect(await billed(world, shop, none)).toBeNull();
  });
});
