import { describe, expect, it } from 'vitest';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import type { OwnPlanFields } from '../../../lib/account/plan-fields.ts';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { listPlans, setPlan } from '../../../lib/account/plans.ts';
import { planChanges } from '../../../lib/table/subscribers/plans.ts';
import type { PayAnswer } from '../../../lib/pay/pay.ts';
import type { PayProduct } from '../../../lib/pay/provider-records.ts';
import { syncAnswer } from '../../../lib/wire/plans.ts';
import { openOperator, PLANS, START } from './operator.ts';
import { callAsMerchant } from './merchant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { paying } from '../../support/world/paying.ts';

async function syncedShop() {
  const operator = await openOperator();
  const shop = await operator.shop('shop', PLANS);
  const synced = await syncPlans(forTenant(operator.app, shop.tenant.id));
  const plans = await listPlans(forTenant(operator.app, shop.tenant.id));
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

  it('takes over a change at the provider and keeps our own fields', async () => {
    const { operator, shop, id, named } = await syncedShop();
    const { reference } = named('Monthly');
    await setPlan(forTenant(operator.app, id), reference, {
      lookupKey: 'monthly',
      graceDays: 7,
      unit: '3 papers',
    });
    await callAsMerchant(operator, shop.merchant, 'POST', `/pricing-plans/${reference}`, {
      name: 'Every month',
    });
    expect(await syncPlans(forTenant(operator.app, id))).toMatchObject({ changed: [reference], added: [] });
    const [plan] = (await listPlans(forTenant(operator.app, id))).filter(
      (one) => one.reference === reference,
    );
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
    const { retired, changed } = await syncPlans(forTenant(operator.app, id));
    expect([[...retired].sort(), changed]).toEqual([[gone, off].sort(), []]);
    await status('ACTIVE');
    expect(await syncPlans(forTenant(operator.app, id))).toMatchObject({ retired: [], changed: [] });
    expect((await setPlan(forTenant(operator.app, id), off, { active: true })).active).toBe(true);
    await setPlan(forTenant(operator.app, id), gone, { active: true });
    expect(await syncPlans(forTenant(operator.app, id))).toMatchObject({ retired: [gone], changed: [] });
  });

  it('syncs the others if the terms of one are unreadable, and leaves that one unchanged', async () => {
    const { operator, id, named } = await syncedShop();
    const odd = named('Monthly').reference;
    const app = paying(operator.app, (client) => ({
      listProducts: async () => withUnreadable(await client.listProducts(), odd),
    }));
    await setPlan(forTenant(app, id), named('Small').reference, { active: false });
    const synced = await syncPlans(forTenant(app, id));
    expect(synced).toMatchObject({ added: [], changed: [], retired: [], unreadable: [odd] });
    expect(synced.unchanged).toHaveLength(PLANS.length - 1);
    expect(syncAnswer(synced).data).toEqual({ added: [], changed: [], retired: [], unreadable: [odd] });
    const plan = (await listPlans(forTenant(app, id))).find(({ reference }) => reference === odd);
    expect(plan).toEqual(named('Monthly'));
  });

  it('makes one plan of a product that moved to the next page while the list was read', async () => {
    const operator = await openOperator();
    const { tenant } = await operator.shop('shop', PLANS);
    const app = paying(operator.app, (client) => ({
      listProducts: async () => {
        const answer = await client.listProducts();
        return answer.ok ? { ...answer, value: [...answer.value, ...answer.value] } : answer;
      },
    }));
    const { added } = await syncPlans(forTenant(app, tenant.id));
    expect(new Set(added).size).toBe(PLANS.length);
    expect(added).toHaveLength(PLANS.length);
  });

  it('makes one plan of one reference when two operators do it at once', async () => {
    const operator = await openOperator();
    const { tenant } = await operator.shop('shop', PLANS);
    const both = await Promise.allSettled([
      syncPlans(forTenant(operator.app, tenant.id)),
      syncPlans(forTenant(operator.app, tenant.id)),
    ]);
    const lost = both.filter((one) => one.status === 'rejected').map(({ reason }) => String(reason));
    for (const reason of lost) expect(reason).toContain('changed by somebody else');
    expect(lost.length).toBeLessThan(2);
    expect(await listPlans(forTenant(operator.app, tenant.id))).toHaveLength(PLANS.length);
  });

  it('syncs more plans than fit into one transaction', async () => {
    const operator = await openOperator();
    const many = Array.from({ length: 70 }, (_, i) => ({ ...PLANS[0]!, name: `Plan ${i}` }));
    const { tenant } = await operator.shop('shop', many);
    expect((await syncPlans(forTenant(operator.app, tenant.id))).added).toHaveLength(70);
    expect(await listPlans(forTenant(operator.app, tenant.id))).toHaveLength(70);
  });
});

async function withPlans() {
  const { operator, shop, id } = await syncedShop();
  const read = async (name: string) =>
    (await listPlans(forTenant(operator.app, id))).find((plan) => plan.name === name)!;
  const set = (name: string, fields: Partial<OwnPlanFields>) =>
    setPlan(forTenant(operator.app, id), name, fields);
  return { operator, merchant: shop.merchant, id, read, set };
}

describe('setting what only we know of a plan', () => {
  it('names the plan by reference, either form of its id, lookup key, or name', async () => {
    const { read, set } = await withPlans();
    const plan = await read('Monthly');
    await set(plan.reference, { lookupKey: 'monthly' });
    for (const name of [plan.reference, plan.id, svcIdOf('plan', plan.id), 'monthly', 'Monthly'])
      expect(await set(name, { graceDays: 3 })).toMatchObject({ id: plan.id, graceDays: 3 });
    await expect(set('Weekly', { graceDays: 3 })).rejects.toThrow('the tenant has no plan Weekly');
  });

  it.each([
    [{ graceDays: -1 }, 'whole number of days'],
    [{ graceDays: 366 }, '0 to 365'],
    [{ lookupKey: ' a' }, 'no space around it'],
    [{ lookupKey: 'a\u0007b' }, 'no control characters'],
    [{ unit: 'x'.repeat(101) }, 'a unit has 1 to 100'],
    [{ shippingPrice: '10.00' }, 'only a physical plan'],
    [{ type: 'PHYSICAL', shippingPrice: '99.91' }, 'at most 99.90 TRY'],
    [{ type: 'PHYSICAL', shippingPrice: '9,90' }, 'write it as 49.90'],
    [{ type: 'PHYSICAL', shippingPrice: '1.999' }, 'write it as 49.90'],
  ] as const)('refuses %j', async (fields, why) => {
    const { read, set } = await withPlans();
    const before = await read('Monthly');
    await expect(set(before.reference, fields)).rejects.toThrow(why);
    expect(await read('Monthly')).toEqual(before);
  });

  it('gives no two plans in use the same lookup key', async () => {
    const { read, set } = await withPlans();
    const [one, other] = [await read('Monthly'), await read('Small')];
    await set(one.reference, { lookupKey: 'best' });
    await expect(set(other.reference, { lookupKey: 'best' })).rejects.toThrow('belongs to another plan');
    await set(one.reference, { active: false });
    expect(await set(other.reference, { lookupKey: 'best' })).toMatchObject({ lookupKey: 'best' });
    await expect(set(one.reference, { active: true })).rejects.toThrow('belongs to another plan');
  });
});

describe('the type of a plan', () => {
  it("is its product's: all plans of the product get it, also those made later", async () => {
    const { operator, merchant, id, read, set } = await withPlans();
    await set((await read('Small')).reference, { type: 'PHYSICAL', shippingPrice: '49.9' });
    expect(await read('Small')).toMatchObject({ type: 'PHYSICAL', shippingPrice: '49.90', price: '300.00' });
    expect(await read('Large')).toMatchObject({ type: 'PHYSICAL', shippingPrice: null });
    expect(await read('Monthly')).toMatchObject({ type: 'DIGITAL' });
    const { productReference } = await read('Small');
    await callAsMerchant(operator, merchant, 'POST', `/products/${productReference!}/pricing-plans`, {
      name: 'Huge',
      price: 900,
      currencyCode: 'EUR',
      paymentInterval: 'MONTHLY',
      planPaymentType: 'RECURRING',
    });
    await syncPlans(forTenant(operator.app, id));
    expect(await read('Huge')).toMatchObject({ type: 'PHYSICAL', shippingPrice: null });
  });

  it('is its own alone where the product of none is known', async () => {
    const { operator, id, read, set } = await withPlans();
    for (const name of ['Small', 'Large']) {
      const plan = { ...(await read(name)), productReference: null };
      await operator.app.table.write(planChanges(id, plan));
    }
    await set((await read('Small')).reference, { type: 'PHYSICAL', shippingPrice: '1' });
    expect(await read('Large')).toMatchObject({ type: 'DIGITAL', productReference: null });
  });

  it('removes the shipping prices when it becomes digital', async () => {
    const { read, set } = await withPlans();
    const [small, large] = [await read('Small'), await read('Large')];
    await set(small.reference, { type: 'PHYSICAL', shippingPrice: '300' });
    await set(large.reference, { shippingPrice: '0' });
    expect(await read('Large')).toMatchObject({ type: 'PHYSICAL', shippingPrice: '0.00' });
    expect(await set(small.reference, { type: 'DIGITAL' })).toEqual(small);
    expect(await read('Large')).toEqual(large);
  });
});
