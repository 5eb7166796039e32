import { describe, expect, it } from 'vitest';
import { payOf } from './provider.ts';
import { serve } from './receiver.ts';

const someone = { apiKey: 'k', secretKey: 's', merchantId: '1' };

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

  it('rejects a plan without a reference: it could be any of those that are known', async () => {
    const { referenceCode: _, ...unnamed } = plan;
    expect(await readPlans(plan, unnamed)).toMatchObject({ is: 'invalidResponse' });
  });
});
