import { describe, expect, it } from 'vitest';
import { payClientFor, valueOrRefuse } from '../../../lib/pay/client.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import { correctCustomer } from '../../../lib/subscriptions/correct-customer.ts';
import { range } from '../../../lib/table/ranges.ts';
import { key } from '../../../lib/table/schema.ts';
import { findTenant } from '../../../lib/table/tenants/tenants.ts';
import { throughPorts } from '../../faults/ports.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  advanceToRenewal,
  comeBack,
  control,
  HOUR,
  MINUTE,
  someone,
  subscribe,
  type Member,
  byPay,
} from '../../support/world/shop.ts';
import { checkoutBody, payForm } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop({ invoicing: true });

const correct = (who: Record<string, string>, what: Record<string, unknown>) =>
  shop.call('subscribers/correct-customer', { body: { ...who, ...what } });
const isKnown = async (email: string) => {
  const { body } = await shop.call('subscribers/check', { query: { email } });
  return body.exists;
};
const subscriptionsOf = async (email: string) => {
  const { body } = await shop.call('subscribers/list', { query: { email } });
  return (body.data as { svcId: string }[]).map(({ svcId }) => svcId).sort();
};
/** Its subscription has ended, at the provider too. */
async function end(member: Member): Promise<void> {
  await control(world, `/subscriptions/${member.reference}/expire`, {});
  const named = { tenantId: shop.tenant.id, subscriberId: member.id };
  await reconcileSubscriber(forTenant(world.app, named.tenantId), named.subscriberId, {
    by: 'operator',
    id: null,
  });
  await world.advance(5 * MINUTE);
}

describe('spec: PUT /subscribers/customer with an e-mail address', () => {
  it('corrects it here and there; the customer is found by it alone, and the next document bears it', async () => {
    const member = await subscribe(world, shop);
    const email = someone();
    const { status, body } = await correct(byPay(member), { email: ` ${email.toUpperCase()} ` });
    expect([status, (body.data as { email: string }).email]).toEqual([200, email.toUpperCase()]);
    await correct(byPay(member), { email });
    expect([await isKnown(email), await isKnown(member.email)]).toEqual([true, false]);
    expect(await subscriptionsOf(email)).toEqual([member.svcId]);
    expect(await subscriptionsOf(member.email)).toEqual([]);
    const { body: read } = await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } });
    expect(read.customer).toMatchObject({ email });
    const { customerReference } = read.data as { customerReference: string };
    const pay = await payClientFor(forTenant(world.app, await findTenant(shop.app)));
    expect(valueOrRefuse(await pay.readCustomer(customerReference)).email).toBe(email);
    await advanceToRenewal(world, member.reference);
    await world.advance(HOUR);
    const contact = key.acctContact(shop.tenant.id, email);
    expect(await world.table.get(contact, { consistent: true })).toBeDefined();
    const { body: timeline } = await shop.call('subscribers/timeline', {
      query: { 'svc-id': member.svcId },
    });
    expect((timeline.data as { what: string }[]).map(({ what }) => what)).toContain('customer_corrected');
  });

  it('who buys with the former address is another customer, and the corrected one returns under the new', async () => {
    const member = await subscribe(world, shop);
    const email = someone();
    await correct(byPay(member), { email });
    const stranger = await subscribe(world, shop, { email: member.email });
    expect(await subscriptionsOf(member.email)).toEqual([stranger.svcId]);
    expect(await subscriptionsOf(email)).toEqual([member.svcId]);
    await end(member);
    const again = await subscribe(world, shop, { email });
    expect(await subscriptionsOf(email)).toEqual([again.svcId, member.svcId].sort());
    const { body } = await shop.call('events/list', { query: { 'svc-id': again.svcId, type: 'SUBSCRIBED' } });
    expect(body.data).toEqual([expect.objectContaining({ subtype: 'RESUBSCRIBE' })]);
  });

  it.each(['nobody', 'somebody else'])(
    'holds for a purchase whose form was open when it was corrected, also where %s has the former address by then',
    async (who) => {
      const former = someone();
      const body = checkoutBody(shop.plans.basic!, { email: former });
      const token = String((await shop.call('checkout/initialize', { body })).body.token);
      const member = await subscribe(world, shop, { email: former });
      const email = someone();
      expect((await correct(byPay(member), { email })).status).toBe(200);
      const other = who === 'nobody' ? undefined : await subscribe(world, shop, { email: former });
      await payForm(world, token);
      const location = new URL((await comeBack(world, token)).headers.location!);
      const svcId = location.searchParams.get('svcSubscriptionId')!;
      await world.settle();
      expect(await subscriptionsOf(email)).toEqual([member.svcId, svcId].sort());
      expect(await subscriptionsOf(former)).toEqual(other ? [other.svcId] : []);
      expect(await isKnown(former)).toBe(other !== undefined);
      const access = await shop.call('access', { query: { email } });
      const { subscriptions } = access.body.data as { subscriptions: { svcId: string }[] };
      expect(subscriptions.map((one) => one.svcId).sort()).toEqual([member.svcId, svcId].sort());
      const { body: read } = await shop.call('subscribers/get', { query: { 'svc-id': svcId } });
      expect(read.customer).toMatchObject({ email });
    },
  );

  it('may be corrected again, and back', async () => {
    const member = await subscribe(world, shop);
    const [second, third] = [someone(), someone()];
    for (const email of [second, third, member.email]) {
      expect((await correct({ 'svc-id': member.svcId }, { email })).status).toBe(200);
      expect(await subscriptionsOf(email)).toEqual([member.svcId]);
    }
    expect([await isKnown(second), await isKnown(third)]).toEqual([false, false]);
  });

  it('refuses that of another customer who has bought, and takes that of one who has not', async () => {
    const [one, other] = [await subscribe(world, shop), await subscribe(world, shop)];
    const { status, body } = await correct(byPay(one), { email: other.email });
    expect([status, body.error]).toEqual([409, 'email_taken']);
    const email = someone();
    const opened = await shop.call('checkout/initialize', {
      body: checkoutBody(shop.plans.basic!, { email }),
    });
    expect((await correct(byPay(one), { email })).status).toBe(200);
    const token = String(opened.body.token);
    await payForm(world, token);
    await comeBack(world, token);
    await world.settle();
    expect(await subscriptionsOf(email)).toHaveLength(2);
  });

  it('is completed by repeating it, wherever it was cut short', async () => {
    const tenant = await findTenant(shop.app);
    let kills = 0;
    for (let nth = 1; kills === nth - 1; nth++) {
      const first = await subscribe(world, shop);
      const second = await subscribe(world, shop, { email: first.email, plan: shop.plans.yearly! });
      const email = someone();
      let calls = 0;
      const mortal = throughPorts(world.app, ({ port, method }, effect) => {
        if (port !== 'table' || !['apply', 'write'].includes(method) || ++calls !== nth) return effect();
        kills++;
        throw new Error('killed');
      });
      const ref = { by: 'pay', reference: first.reference } as const;
      await correctCustomer(forTenant(mortal, tenant), ref, { email }).catch(() => undefined);
      expect((await correct(byPay(first), { email })).status).toBe(200);
      expect(await subscriptionsOf(email)).toEqual([second.svcId, first.svcId].sort());
      expect([await isKnown(email), await isKnown(first.email)]).toEqual([true, false]);
    }
    expect(kills).toBeGreaterThan(3);
  });

  it('an erasure takes both addresses', async () => {
    const member = await subscribe(world, shop);
    const email = someone();
    await correct(byPay(member), { email });
    await end(member);
    expect((await shop.call('subscribers/erase', { body: { email } })).status).toBe(200);
    expect(await isKnown(email)).toBe(false);
    const places = await world.table.query({
      ...range.customersBeside(shop.tenant.id, member.id),
      consistent: true,
    });
    expect(places).toEqual([]);
    for (const one of [email, member.email])
      expect(
        await world.table.get(key.acctContact(shop.tenant.id, one), { consistent: true }),
      ).toBeUndefined();
  });
});
