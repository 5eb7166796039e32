import { describe, expect, it } from 'vitest';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import type { OwnPlanFields } from '../../../lib/account/plan-fields.ts';
import { listPlans, setPlan } from '../../../lib/account/plans.ts';
import { planFrom, planKey } from '../../../lib/table/subscribers/plans.ts';
import { openOperator, PLANS } from './operator.ts';
import { callAsMerchant } from './merchant.ts';

async function withPlans() {
  const operator = await openOperator();
  const { tenant, merchant } = await operator.shop('shop', PLANS);
  await syncPlans(operator.app, tenant.id);
  const read = async (name: string) =>
    (await listPlans(operator.app, tenant.id)).find((plan) => plan.name === name)!;
  const set = (name: string, fields: Partial<OwnPlanFields>) =>
    setPlan(operator.app, tenant.id, name, fields);
  return { operator, merchant, id: tenant.id, read, set };
}

describe('setting what only we know of a plan', () => {
  it('changes that and nothing else, under the id and under the reference', async () => {
    const { operator, id, read, set } = await withPlans();
    const before = await read('Monthly');
    const fields = { lookupKey: 'monthly', unit: '3 papers', graceDays: 7 };
    expect(await set(before.reference, fields)).toEqual({ ...before, ...fields });
    for (const choice of [
      { by: 'svc', id: before.id },
      { by: 'pay', reference: before.reference },
    ] as const) {
      const item = await operator.app.table.get(planKey(id, choice), { consistent: true });
      expect(planFrom(item!)).toEqual({ ...before, ...fields });
    }
  });

  it('names the plan by reference, either form of its id, lookup key, or name', async () => {
    const { read, set } = await withPlans();
    const plan = await read('Monthly');
    await set(plan.reference, { lookupKey: 'monthly' });
    for (const name of [plan.reference, plan.id, svcIdOf('plan', plan.id), 'monthly', 'Monthly'])
      expect(await set(name, { graceDays: 3 })).toMatchObject({ id: plan.id, graceDays: 3 });
    await expect(set('Weekly', { graceDays: 3 })).rejects.toThrow('the tenant has no plan Weekly');
  });

  it('removes each of them again', async () => {
    const { read, set } = await withPlans();
    const plan = await read('Monthly');
    await set(plan.reference, { lookupKey: 'monthly', unit: '3', graceDays: 0 });
    expect(await set(plan.reference, { lookupKey: null, unit: null, graceDays: null })).toEqual(plan);
  });

  it('writes nothing where nothing changes', async () => {
    const { operator, read, set } = await withPlans();
    const { reference } = await read('Monthly');
    const before = operator.written();
    await set(reference, { active: true, type: 'DIGITAL', graceDays: null });
    expect(operator.written()).toBe(before);
  });

  it.each([
    [{ graceDays: -1 }, 'whole number of days'],
    [{ graceDays: 1.5 }, 'whole number of days'],
    [{ graceDays: 366 }, '0 to 365'],
    [{ lookupKey: '' }, 'a lookup key has 1 to 100'],
    [{ lookupKey: ' a' }, 'no space around it'],
    [{ lookupKey: 'a\u0007b' }, 'no control characters'],
    [{ unit: 'a\nb' }, 'no control characters'],
    [{ unit: 'x'.repeat(101) }, 'a unit has 1 to 100'],
    [{ shippingPrice: '10.00' }, 'only a physical plan'],
    [{ type: 'PHYSICAL', shippingPrice: '99.91' }, 'at most 99.90 TRY'],
    [{ type: 'PHYSICAL', shippingPrice: '9,90' }, 'write it as 49.90'],
    [{ type: 'PHYSICAL', shippingPrice: '-1' }, 'write it as 49.90'],
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
    await syncPlans(operator.app, id);
    expect(await read('Huge')).toMatchObject({ type: 'PHYSICAL', shippingPrice: null });
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
