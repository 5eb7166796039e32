import { describe, expect, it } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { end } from '../../support/world/former.ts';
import { openShop } from '../../support/world/opened.ts';
import { check, directBody, ledger, read, receivedEvents, subscribe } from '../../support/world/shop.ts';
import { checkoutBody } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();

let nth = 0;
/** An address as people type it, and the form in which it is compared. */
const typedAndCompared = () => {
  const at = 'xn--rnek-maaza-dcb31c.example';
  return [`Ayşe.${++nth}@Örnek-Mağaza.Example`, `ayşe.${nth}@${at}`] as const;
};

const stored = async (id: string) =>
  JSON.stringify(await world.table.get(key.subscriber(shop.tenant.id, { id }), { consistent: true }));

describe('our choice: an e-mail address is compared in one form, and shown as it was typed at the purchase', () => {
  it('in answers, in events and on the payment page, while the provider is told the form that is compared', async () => {
    const [typed, compared] = typedAndCompared();
    const { svcId } = await subscribe(world, shop, { email: ` ${typed}` });
    for (const email of [typed, compared, compared.toUpperCase()])
      expect((await check(shop, email)).data?.customer.email).toBe(typed);
    const query = { 'svc-id': svcId };
    for (const route of ['subscribers/get', 'subscribers/get-customer'] as const)
      expect(JSON.stringify((await shop.call(route, { query })).body)).toContain(typed);
    const [event] = receivedEvents(world, shop).slice(-1);
    expect(event?.data.customer).toMatchObject({ email: typed });
    expect((await ledger(world, shop)).at(-1)?.customerEmail).toBe(compared);
    const body = checkoutBody(shop.plans.basic!, { email: typed });
    const { token } = (await shop.call('checkout/initialize', { body })).body;
    const { text } = await world.call('checkout/page', { query: { token: String(token), lang: 'en' } });
    expect(text).toContain('For A•••@Örnek-Mağaza.Example');
  });

  it('of its own purchase, whoever typed it otherwise later, and of a direct one that is repeated, once', async () => {
    const [typed, compared] = typedAndCompared();
    const buy = (email: string) =>
      shop.call('checkout/initialize-direct', {
        body: directBody(shop.plans.basic!, { email, clientReferenceId: `order ${compared}` }),
      });
    const first = await buy(typed);
    const again = await buy(compared);
    expect([again.status, again.body]).toEqual([200, first.body]);
    const emailOf = async (svcId: string) => (await read(shop, { svcId })).customer.email;
    const svcId = String(first.body.svcSubscriptionId);
    expect(await emailOf(svcId)).toBe(typed);
    const later = await subscribe(world, shop, { email: typed.toUpperCase() });
    expect([await emailOf(later.svcId), await emailOf(svcId)]).toEqual([typed.toUpperCase(), typed]);
  });

  it('until the customer is erased', async () => {
    const [typed, compared] = typedAndCompared();
    const member = await subscribe(world, shop, { email: typed });
    await end(world, shop, member);
    expect(await stored(member.id)).toContain(typed);
    expect((await shop.call('subscribers/erase', { body: { email: compared } })).status).toBe(200);
    expect(await stored(member.id)).not.toContain('Ayşe');
  });
});
