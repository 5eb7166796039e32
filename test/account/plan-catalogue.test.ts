import { describe, expect, it } from 'vitest';
import { createPlan, retirePlan } from '../../lib/account/plan-catalogue.ts';
import { syncPlans } from '../../lib/account/plan-sync.ts';
import { listPlans } from '../../lib/account/plans.ts';
import { directStartBody } from '../world/direct-start.ts';
import { control } from '../world/shop.ts';
import { callAsMerchant } from './merchant.ts';
import { openOperator } from './operator.ts';

const PLAN = {
  product: 'Club',
  name: 'Member',
  price: '149.90',
  currency: 'TRY',
  interval: 'MONTHLY',
  intervalCount: 1,
  trialDays: 7,
} as const;

async function withShop() {
  const operator = await openOperator();
  return { ...operator, ...(await operator.shop()) };
}

describe('making a plan', () => {
  it('creates the product and the plan at the provider, and syncs the plan', async () => {
    const { app, tenant } = await withShop();
    const plan = await createPlan(app, tenant.id, PLAN);
    expect(plan).toMatchObject({ name: 'Member', price: '149.90', trialDays: 7, active: true });
    expect(await listPlans(app, tenant.id)).toEqual([plan]);
  });

  it('puts a second plan into the same product', async () => {
    const { app, tenant } = await withShop();
    const first = await createPlan(app, tenant.id, PLAN);
    const second = await createPlan(app, tenant.id, { ...PLAN, name: 'Friend', interval: 'WEEKLY' });
    expect(second.productReference).toBe(first.productReference);
    expect(second.interval).toBe('WEEKLY');
  });

  it('puts a plan of another product into a product of its own', async () => {
    const { app, tenant } = await withShop();
    const first = await createPlan(app, tenant.id, PLAN);
    const other = await createPlan(app, tenant.id, { ...PLAN, product: 'Library', name: 'Reader' });
    expect(other.productReference).not.toBe(first.productReference);
  });

  it('is refused with the provider’s message if the name is taken', async () => {
    const { app, tenant } = await withShop();
    await createPlan(app, tenant.id, PLAN);
    await expect(createPlan(app, tenant.id, PLAN)).rejects.toMatchObject({
      code: 'provider_refused',
      more: { providerErrorCode: '201051' },
    });
  });
});

describe('retiring a plan', () => {
  it('closes it here and deletes it at the provider', async () => {
    const { app, tenant } = await withShop();
    const { reference } = await createPlan(app, tenant.id, PLAN);
    const { plan, deletedAtProvider } = await retirePlan(app, tenant.id, reference);
    expect([plan.active, deletedAtProvider]).toEqual([false, true]);
    expect(await retirePlan(app, tenant.id, reference)).toMatchObject({ deletedAtProvider: true });
  });

  it.each([
    ['neverUsed', '201053'],
    ['refused', '201054'],
  ] as const)(
    'reports what the provider has and says where it refuses, whatever its code means (%s)',
    async (planDeletions, code) => {
      const { app, pay, tenant, merchant } = await withShop();
      const { reference } = await createPlan(app, tenant.id, PLAN);
      await callAsMerchant(
        { pay },
        merchant,
        'POST',
        '/initialize',
        directStartBody(reference, 'a@b.example'),
      );
      await control({ pay, fetch }, '/behaviour', { merchantId: merchant.merchantId, planDeletions });
      const { plan, deletedAtProvider, keptBecause } = await retirePlan(app, tenant.id, reference);
      expect([plan.active, deletedAtProvider]).toEqual([false, false]);
      expect(keptBecause).toMatch(new RegExp(`^${code} .`));
      const { unchanged, retired } = await syncPlans(app, tenant.id);
      expect([unchanged.includes(reference), retired]).toEqual([true, []]);
      expect((await listPlans(app, tenant.id)).find((one) => one.reference === reference)?.active).toBe(
        false,
      );
    },
  );

  it('needs a plan', async () => {
    const { app, tenant } = await withShop();
    await expect(retirePlan(app, tenant.id, 'nothing')).rejects.toThrow('the tenant has no plan nothing');
  });
});
