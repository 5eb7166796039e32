import { describe, expect, it } from 'vitest';
import { setPayAccount } from '../../lib/account/provider-accounts.ts';
import { syncPlans } from '../../lib/account/plan-sync.ts';
import { listPlans, setPlan } from '../../lib/account/plans.ts';
import { createTenant } from '../../lib/account/tenants.ts';
import { planFrom, planKey, plansOf } from '../../lib/table/plans.ts';
import { makePlans } from '../../local/seed-providers.ts';
import { DAY, openOffice, PLANS, START } from './office.ts';
import { inPanel } from './panel.ts';

async function syncedShop() {
  const office = await openOffice();
  const shop = await office.shop('shop', PLANS);
  const synced = await syncPlans(office.app, shop.tenant.id);
  const plans = await listPlans(office.app, shop.tenant.id);
  const named = (name: string) => plans.find((plan) => plan.name === name)!;
  return { office, shop, id: shop.tenant.id, synced, named };
}

describe("taking over the provider's plans", () => {
  it('adds each with its terms, an amount of two digits and an id of its time', async () => {
    const { synced, named } = await syncedShop();
    expect(synced).toMatchObject({ changed: [], retired: [], unchanged: [] });
    expect(synced.added).toHaveLength(PLANS.length);
    expect(named('Monthly')).toMatchObject({
      price: '99.90',
      currency: 'TRY',
      interval: 'MONTHLY',
      intervalCount: 1,
      trialDays: 7,
      lookupKey: null,
      unit: null,
      type: 'DIGITAL',
      shippingPrice: null,
      graceDays: null,
      active: true,
      createdAt: START,
    });
    expect(named('Fortnightly')).toMatchObject({ interval: 'WEEKLY', intervalCount: 2, price: '50.00' });
    expect(named('Large')).toMatchObject({
      currency: 'EUR',
      productReference: named('Small').productReference,
    });
    expect(named('Large').id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(parseInt(named('Large').id.replace('-', '').slice(0, 12), 16)).toBe(START);
  });

  it('is found by its id and by its reference', async () => {
    const { office, id, named } = await syncedShop();
    const plan = named('Monthly');
    for (const choice of [
      { by: 'svc', id: plan.id },
      { by: 'pay', reference: plan.reference },
    ] as const)
      expect(planFrom((await office.app.table.get(planKey(id, choice), { consistent: true }))!)).toEqual(
        plan,
      );
  });

  it('lists the newest first, whenever they were taken over', async () => {
    const { office, shop, id } = await syncedShop();
    await office.pass(DAY);
    const price = { price: 10, paymentInterval: 'DAILY' } as const;
    await makePlans(office.pay.url, shop.merchant, [{ product: 'New', name: 'Newest', ...price }]);
    await office.pass(DAY);
    expect(await syncPlans(office.app, id)).toMatchObject({ added: [expect.any(String)] });
    for (const plans of [await listPlans(office.app, id), await plansOf(office.app, id)])
      expect([plans.length, plans[0]?.name]).toEqual([PLANS.length + 1, 'Newest']);
  });

  it('writes nothing the second time', async () => {
    const { office, id, synced } = await syncedShop();
    const before = office.written();
    const again = await syncPlans(office.app, id);
    expect(again).toMatchObject({ added: [], changed: [], retired: [] });
    expect([...again.unchanged].sort()).toEqual([...synced.added].sort());
    expect(office.written()).toBe(before);
  });

  it('follows a change there and keeps what only we know', async () => {
    const { office, shop, id, named } = await syncedShop();
    const { reference } = named('Monthly');
    await setPlan(office.app, id, reference, { lookupKey: 'monthly', graceDays: 7, unit: '3 papers' });
    await inPanel(office, shop.merchant, 'POST', `/pricing-plans/${reference}`, { name: 'Every month' });
    expect(await syncPlans(office.app, id)).toMatchObject({ changed: [reference], added: [] });
    const [plan] = (await listPlans(office.app, id)).filter((one) => one.reference === reference);
    expect(plan).toEqual({
      ...named('Monthly'),
      name: 'Every month',
      lookupKey: 'monthly',
      graceDays: 7,
      unit: '3 papers',
    });
  });

  it('ends the sale of what is gone or off there, and starts none again by itself', async () => {
    const { office, shop, id, named } = await syncedShop();
    const [gone, off] = [named('Monthly').reference, named('Small').reference];
    await inPanel(office, shop.merchant, 'DELETE', `/pricing-plans/${gone}`);
    const status = async (to: string) =>
      fetch(`${office.pay.url}/sandbox/plans/${off}`, {
        method: 'POST',
        body: JSON.stringify({ status: to }),
      });
    await status('PASSIVE');
    const { retired, changed } = await syncPlans(office.app, id);
    expect([[...retired].sort(), changed]).toEqual([[gone, off].sort(), []]);
    await status('ACTIVE');
    expect(await syncPlans(office.app, id)).toMatchObject({ retired: [], changed: [] });
    expect((await setPlan(office.app, id, off, { active: true })).active).toBe(true);
    await setPlan(office.app, id, gone, { active: true });
    expect(await syncPlans(office.app, id)).toMatchObject({ retired: [gone], changed: [] });
  });

  it('makes one plan of one reference when two operators do it at once', async () => {
    const office = await openOffice();
    const { tenant } = await office.shop('shop', PLANS);
    const both = await Promise.allSettled([
      syncPlans(office.app, tenant.id),
      syncPlans(office.app, tenant.id),
    ]);
    const lost = both.filter((one) => one.status === 'rejected').map(({ reason }) => String(reason));
    for (const reason of lost) expect(reason).toContain('changed by somebody else');
    expect(lost.length).toBeLessThan(2);
    expect(await listPlans(office.app, tenant.id)).toHaveLength(PLANS.length);
  });

  it('takes over more plans than one transaction holds', async () => {
    const office = await openOffice();
    const many = Array.from({ length: 70 }, (_, i) => ({ ...PLANS[0]!, name: `Plan ${i}` }));
    const { tenant } = await office.shop('shop', many);
    expect((await syncPlans(office.app, tenant.id)).added).toHaveLength(70);
    expect(await listPlans(office.app, tenant.id)).toHaveLength(70);
  });

  it('says why it could not', async () => {
    const office = await openOffice();
    const { id } = await createTenant(office.app, 'bare');
    await expect(syncPlans(office.app, id)).rejects.toMatchObject({ code: 'provider_not_configured' });
    const nowhere = { baseUrl: 'http://127.0.0.1:1', apiKey: 'a', secretKey: 's' };
    await setPayAccount(office.app, id, nowhere, { check: false });
    await expect(syncPlans(office.app, id)).rejects.toThrow('provider cannot be reached');
  });
});
