import { describe, expect, it } from 'vitest';
import { setPayAccount } from '../../../lib/account/provider-accounts.ts';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { listPlans, setPlan } from '../../../lib/account/plans.ts';
import { createTenant } from '../../../lib/account/tenants.ts';
import type { App } from '../../../lib/runtime/app.ts';
import type { PayAnswer } from '../../../lib/pay/pay.ts';
import type { PayProduct } from '../../../lib/pay/provider-records.ts';
import { syncAnswer } from '../../../lib/wire/plans.ts';
import { planFrom, planKey, plansOf } from '../../../lib/table/subscribers/plans.ts';
import { makePlans } from '../../../local/demo/seed-providers.ts';
import { DAY, openOperator, PLANS, START } from './operator.ts';
import { callAsMerchant } from './merchant.ts';

async function syncedShop() {
  const operator = await openOperator();
  const shop = await operator.shop('shop', PLANS);
  const synced = await syncPlans(operator.app, shop.tenant.id);
  const plans = await listPlans(operator.app, shop.tenant.id);
  const named = (name: string) => plans.find((plan) => plan.name === name)!;
  return { operator, shop, id: shop.tenant.id, synced, named };
}

/** The provider's products, with one plan whose terms cannot be read. */
function withUnreadable(answer: PayAnswer<readonly PayProduct[]>, odd: string): typeof answer {
  if (!answer.ok) return answer;
  const value = answer.value.map(({ plans, ...product }) => ({
    ...product,
    plans: plans.filter(({ reference }) => reference !== odd),
    unreadablePlans: plans.map(({ reference }) => reference).filter((reference) => reference === odd),
  }));
  return { ok: true, value };
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
      features: {},
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
    const { operator, id, named } = await syncedShop();
    const plan = named('Monthly');
    for (const choice of [
      { by: 'svc', id: plan.id },
      { by: 'pay', reference: plan.reference },
    ] as const)
      expect(planFrom((await operator.app.table.get(planKey(id, choice), { consistent: true }))!)).toEqual(
        plan,
      );
  });

  it('lists the newest first, whenever they were synced', async () => {
    const { operator, shop, id } = await syncedShop();
    await operator.pass(DAY);
    const price = { price: 10, paymentInterval: 'DAILY' } as const;
    await makePlans(operator.pay.url, shop.merchant, [{ product: 'New', name: 'Newest', ...price }]);
    await operator.pass(DAY);
    expect(await syncPlans(operator.app, id)).toMatchObject({ added: [expect.any(String)] });
    for (const plans of [await listPlans(operator.app, id), await plansOf(operator.app, id)])
      expect([plans.length, plans[0]?.name]).toEqual([PLANS.length + 1, 'Newest']);
  });

  it('writes nothing the second time', async () => {
    const { operator, id, synced } = await syncedShop();
    const before = operator.written();
    const again = await syncPlans(operator.app, id);
    expect(again).toMatchObject({ added: [], changed: [], retired: [] });
    expect([...again.unchanged].sort()).toEqual([...synced.added].sort());
    expect(operator.written()).toBe(before);
  });

  it('takes over a change at the provider and keeps our own fields', async () => {
    const { operator, shop, id, named } = await syncedShop();
    const { reference } = named('Monthly');
    await setPlan(operator.app, id, reference, { lookupKey: 'monthly', graceDays: 7, unit: '3 papers' });
    await callAsMerchant(operator, shop.merchant, 'POST', `/pricing-plans/${reference}`, {
      name: 'Every month',
    });
    expect(await syncPlans(operator.app, id)).toMatchObject({ changed: [reference], added: [] });
    const [plan] = (await listPlans(operator.app, id)).filter((one) => one.reference === reference);
    expect(plan).toEqual({
      ...named('Monthly'),
      name: 'Every month',
      lookupKey: 'monthly',
      graceDays: 7,
      unit: '3 papers',
    });
  });

  it('deactivates plans that are deleted or inactive there, and reactivates none', async () => {
    const { operator, shop, id, named } = await syncedShop();
    const [gone, off] = [named('Monthly').reference, named('Small').reference];
    await callAsMerchant(operator, shop.merchant, 'DELETE', `/pricing-plans/${gone}`);
    const status = async (to: string) =>
      fetch(`${operator.pay.url}/sandbox/plans/${off}`, {
        method: 'POST',
        body: JSON.stringify({ status: to }),
      });
    await status('PASSIVE');
    const { retired, changed } = await syncPlans(operator.app, id);
    expect([[...retired].sort(), changed]).toEqual([[gone, off].sort(), []]);
    await status('ACTIVE');
    expect(await syncPlans(operator.app, id)).toMatchObject({ retired: [], changed: [] });
    expect((await setPlan(operator.app, id, off, { active: true })).active).toBe(true);
    await setPlan(operator.app, id, gone, { active: true });
    expect(await syncPlans(operator.app, id)).toMatchObject({ retired: [gone], changed: [] });
  });

  it('syncs the others if the terms of one are unreadable, and leaves that one unchanged', async () => {
    const { operator, id, named } = await syncedShop();
    const odd = named('Monthly').reference;
    const pay: App['pay'] = (account) => {
      const client = operator.app.pay(account);
      return { ...client, listProducts: async () => withUnreadable(await client.listProducts(), odd) };
    };
    const app = { ...operator.app, pay };
    await setPlan(app, id, named('Small').reference, { active: false });
    const synced = await syncPlans(app, id);
    expect(synced).toMatchObject({ added: [], changed: [], retired: [], unreadable: [odd] });
    expect(synced.unchanged).toHaveLength(PLANS.length - 1);
    expect(syncAnswer(synced).data).toEqual({ added: [], changed: [], retired: [], unreadable: [odd] });
    const plan = (await listPlans(app, id)).find(({ reference }) => reference === odd);
    expect(plan).toEqual(named('Monthly'));
  });

  it('makes one plan of a product that moved to the next page while the list was read', async () => {
    const operator = await openOperator();
    const { tenant } = await operator.shop('shop', PLANS);
    const pay: App['pay'] = (account) => {
      const client = operator.app.pay(account);
      const listProducts = async () => {
        const answer = await client.listProducts();
        return answer.ok ? { ...answer, value: [...answer.value, ...answer.value] } : answer;
      };
      return { ...client, listProducts };
    };
    const { added } = await syncPlans({ ...operator.app, pay }, tenant.id);
    expect(new Set(added).size).toBe(PLANS.length);
    expect(added).toHaveLength(PLANS.length);
  });

  it('makes one plan of one reference when two operators do it at once', async () => {
    const operator = await openOperator();
    const { tenant } = await operator.shop('shop', PLANS);
    const both = await Promise.allSettled([
      syncPlans(operator.app, tenant.id),
      syncPlans(operator.app, tenant.id),
    ]);
    const lost = both.filter((one) => one.status === 'rejected').map(({ reason }) => String(reason));
    for (const reason of lost) expect(reason).toContain('changed by somebody else');
    expect(lost.length).toBeLessThan(2);
    expect(await listPlans(operator.app, tenant.id)).toHaveLength(PLANS.length);
  });

  it('syncs more plans than fit into one transaction', async () => {
    const operator = await openOperator();
    const many = Array.from({ length: 70 }, (_, i) => ({ ...PLANS[0]!, name: `Plan ${i}` }));
    const { tenant } = await operator.shop('shop', many);
    expect((await syncPlans(operator.app, tenant.id)).added).toHaveLength(70);
    expect(await listPlans(operator.app, tenant.id)).toHaveLength(70);
  });

  it('says why the provider could not be read', async () => {
    const operator = await openOperator();
    const { id } = await createTenant(operator.app, 'bare');
    await expect(syncPlans(operator.app, id)).rejects.toMatchObject({ code: 'provider_not_configured' });
    const nowhere = { baseUrl: 'http://127.0.0.1:1', apiKey: 'a', secretKey: 's', merchantId: '1' };
    await setPayAccount(operator.app, id, nowhere, { check: false });
    await expect(syncPlans(operator.app, id)).rejects.toThrow('provider cannot be reached');
  });
});
