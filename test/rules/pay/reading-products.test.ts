import { describe, expect, it } from 'vitest';
import { payOf, someone } from './provider.ts';
import { serve } from './receiver.ts';

describe('reading products', () => {
  const plan = {
    ...{ referenceCode: 'monthly', name: 'Monthly', price: 10, currencyCode: 'TRY' },
    ...{ paymentInterval: 'MONTHLY', createdDate: 1767225600680, status: 'ACTIVE' },
  };

  async function readPlans(...pricingPlans: readonly object[]) {
    const product = { referenceCode: 'product', name: 'Paper', pricingPlans };
    const body = JSON.stringify({
      status: 'success',
      data: { items: [product], pageCount: 1, totalCount: 2 },
    });
    const url = await serve((_request, answer) => answer(200, body));
    return payOf(url, someone).listProducts();
  }

  it('names a plan whose terms cannot be read and reads the others, whatever else the provider counts', async () => {
    const answer = await readPlans(
      { ...plan, referenceCode: 'quarterly', paymentInterval: 'QUARTERLY' },
      plan,
      { ...plan, referenceCode: 'unpriced', price: '1.234' },
    );
    expect(answer).toMatchObject({
      ok: true,
      value: [{ plans: [{ reference: 'monthly' }], unreadablePlans: ['quarterly', 'unpriced'] }],
    });
  });

  it.each([
    ['a currency that is no code', { currencyCode: 'TL' }],
    ['a trial of less than no days', { trialPeriodDays: -3 }],
    ['a price that nothing can compute with', { price: '9'.repeat(400) }],
  ])('counts %s among the terms that cannot be read', async (_what, terms) => {
    expect(await readPlans({ ...plan, ...terms })).toMatchObject({
      ok: true,
      value: [{ plans: [], unreadablePlans: ['monthly'] }],
    });
  });

  it.each([
    [undefined, undefined],
    ['once', undefined],
    ['2026-01-01 03:00:00', Date.UTC(2026, 0, 1)],
  ])('reads a creation of %j as %j: no plan needs one', async (createdDate, createdAt) => {
    expect(await readPlans({ ...plan, createdDate })).toMatchObject({ value: [{ plans: [{ createdAt }] }] });
  });

  it('reads a name in one line and one direction, cut where no name is as long', async () => {
    const names = ['Monthly\n\u001b[2J\u2028Next:\u202e', 'n'.repeat(100_000)];
    const answer = await readPlans(
      ...names.map((name, i) => ({ ...plan, name, referenceCode: `plan-${i}` })),
    );
    const read = answer.ok ? answer.value.flatMap(({ plans }) => plans.map(({ name }) => name)) : [];
    expect(read).toEqual(['Monthly [2J Next:', 'n'.repeat(255)]);
  });

  it('rejects a plan without a reference: it could be any of those that are known', async () => {
    const { referenceCode: _, ...unnamed } = plan;
    expect(await readPlans(plan, unnamed)).toMatchObject({ is: 'invalidResponse' });
  });
});
