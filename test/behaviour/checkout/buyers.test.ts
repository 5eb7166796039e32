import { storedId } from '../../../lib/billing/identifiers.ts';
import { describe, expect, it } from 'vitest';
import { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { openShop } from '../../support/world/opened.ts';
import { directBody, read, someone, subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop();

const ADDRESS = {
  contactName: 'Deniz Muhasebe',
  country: 'Türkiye',
  city: 'İzmir',
  district: 'Bornova',
  address: 'Kıbrıs Şehitleri 1',
  zipCode: '35040',
};
const COMPANY = { title: 'Deniz Ltd. Şti.', taxNumber: '0123456789', taxOffice: 'Bornova' };
const BILLING = { billingAddress: ADDRESS, company: COMPANY };

const buyerOf = async (id: string) =>
  (await findSubscriber(shop.app, { by: 'svc', id: storedId(id) })).subscription.customer;

/** A direct purchase; its subscriber's id. */
async function buyDirectly(email: string, more: Record<string, unknown>): Promise<string> {
  const body = directBody(shop.plans.basic!, { email, ...more });
  const answer = await shop.call('checkout/initialize-direct', { body });
  await world.settle();
  const { data } = await read(shop, { svcId: String(answer.body.svcSubscriptionId) });
  return String(data.id);
}

describe('the buyer of a subscription', () => {
  it('has the address and company of its purchase, by either checkout', async () => {
    const { id } = await subscribe(world, shop, { more: BILLING });
    expect(await buyerOf(id)).toMatchObject({ name: 'Ayşe', ...BILLING });
    expect(await buyerOf(await buyDirectly(someone(), BILLING))).toMatchObject(BILLING);
  });

  it('is billed where the goods go, if the purchase says nothing else', async () => {
    const more = { billingAddress: undefined, shippingAddress: ADDRESS };
    expect((await buyerOf(await buyDirectly(someone(), more))).billingAddress).toEqual(ADDRESS);
    const neither = await buyerOf(await buyDirectly(someone(), { billingAddress: undefined }));
    expect(neither).not.toHaveProperty('billingAddress');
    expect(neither).not.toHaveProperty('company');
  });
});
