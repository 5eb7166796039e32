import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../lib/billing/plan.ts';
import { plansAnswer, plansInput } from '../../../lib/wire/plans.ts';
import { HEX, UUID, invalid, refusalOf } from './given.ts';

const plan: Plan = {
  id: UUID,
  reference: 'basic',
  productReference: 'product',
  name: 'Basic',
  lookupKey: 'basic_monthly',
  price: '100.00',
  currency: 'TRY',
  interval: 'MONTHLY',
  intervalCount: 3,
  trialDays: 14,
  unit: '5',
  type: 'PHYSICAL',
  shippingPrice: '10.00',
  features: {},
  graceDays: 7,
  vatRate: null,
  active: true,
  createdAt: 0,
};

describe('the query for plans', () => {
  it('asks for the first page of ten where it says nothing', () => {
    expect(plansInput({})).toStrictEqual({ page: 1, pageSize: 10 });
  });

  it('may name page, size and product, and anything else is ignored', () => {
    const given = { page: '999999999', pageSize: '100', productReference: ' product ', sort: 'name' };
    expect(plansInput(given)).toStrictEqual({
      page: 999_999_999,
      pageSize: 100,
      productReference: 'product',
    });
    expect(plansInput({ page: '1', pageSize: '1' })).toStrictEqual({ page: 1, pageSize: 1 });
  });

  it.each([
    ['page', '0', 'must be at least 1'],
    ['page', '1000000000', 'must be a whole number'],
    ['pageSize', '0', 'must be at least 1'],
    ['pageSize', '101', 'must be at most 100'],
    ['pageSize', 'all', 'must be a whole number'],
    ['productReference', 'x'.repeat(256), 'must be at most 255 characters'],
  ])('is refused where a member is out of bounds: %s of «%s»', (field, value, message) => {
    expect(refusalOf(() => plansInput({ [field]: value }))).toEqual(invalid(field, message));
  });
});

describe('the answer with plans', () => {
  const plans = Array.from({ length: 21 }, (_, at) => ({ ...plan, reference: `plan ${at}` }));

  it('shows each plan with exactly the fields of the specification', () => {
    expect(plansAnswer([plan], { page: 1, pageSize: 10 })).toStrictEqual({
      status: 'success',
      data: [
        {
          id: UUID,
          svcId: `pln_${HEX}`,
          referenceCode: 'basic',
          lookup_key: 'basic_monthly',
          name: 'Basic',
          price: '100.00',
          currencyCode: 'TRY',
          paymentInterval: 'MONTHLY',
          paymentIntervalCount: 3,
          trialPeriodDays: 14,
          unit: '5',
          productReference: 'product',
          planType: 'PHYSICAL',
          shippingPrice: '10.00',
          vatRate: null,
          features: {},
          gracePeriodDays: 7,
        },
      ],
      total: 1,
      page: 1,
      pageSize: 10,
      totalPages: 1,
    });
  });

  it.each([
    [1, ['plan 0', 'plan 9', 10]],
    [2, ['plan 10', 'plan 19', 10]],
    [3, ['plan 20', 'plan 20', 1]],
    [4, [undefined, undefined, 0]],
  ])('is one page of them: page %i', (page, expected) => {
    const { data, ...rest } = plansAnswer(plans, { page, pageSize: 10 });
    expect([data[0]?.referenceCode, data.at(-1)?.referenceCode, data.length]).toEqual(expected);
    expect(rest).toStrictEqual({ status: 'success', total: 21, page, pageSize: 10, totalPages: 3 });
  });

  it('has no pages where there are no plans', () => {
    expect(plansAnswer([], { page: 1, pageSize: 10 })).toStrictEqual({
      status: 'success',
      data: [],
      total: 0,
      page: 1,
      pageSize: 10,
      totalPages: 0,
    });
  });
});
