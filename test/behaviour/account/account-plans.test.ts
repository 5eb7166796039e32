import { describe, expect, it } from 'vitest';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import { NO_AMOUNTS } from '../../support/world/amounts.ts';
import { openShop } from '../../support/world/opened.ts';

const { shop } = await openShop();
const basic = shop.plans.basic!;
const named = { pricingPlanReferenceCode: basic.reference };

const set = (body: object) => shop.call('account/set-plan', { body });
const all = async () => (await shop.call('account/list-plans')).body.data as Record<string, unknown>[];

describe('spec: Account: plans', () => {
  it('what is absent stays, null takes it away, and the plan is named by either id', async () => {
    const { status, body } = await set({ ...named, gracePeriodDays: 7, lookup_key: 'basic' });
    expect([status, body.data]).toMatchObject([200, { gracePeriodDays: 7, lookup_key: 'basic' }]);
    const again = await set({ 'svc-plan-id': svcIdOf('plan', basic.id), gracePeriodDays: null });
    expect(again.body.data).toMatchObject({ gracePeriodDays: null, lookup_key: 'basic' });
    expect((await all()).find(({ id }) => id === basic.id)).toEqual(again.body.data);
  });

  it.each([0, 1, 10, 20, null])(
    'has a VAT rate of its own, %j, shown wherever plans are',
    async (vatRate) => {
      expect((await set({ ...named, vatRate })).body.data).toMatchObject({ vatRate });
      expect((await all()).find(({ id }) => id === basic.id)).toMatchObject({ vatRate });
      const sold = (await shop.call('plans/list')).body.data as { id: string }[];
      expect(sold.find(({ id }) => id === basic.id)).toMatchObject({ vatRate });
      await shop.call('plans/sync', { body: {} });
      expect((await all()).find(({ id }) => id === basic.id)).toMatchObject({ vatRate });
    },
  );

  it('a retired plan is still listed here, and nowhere else', async () => {
    await set({ ...named, active: false });
    expect((await all()).find(({ id }) => id === basic.id)).toMatchObject({ active: false });
    const sold = (await shop.call('plans/list')).body.data as { id: string }[];
    expect(sold.map(({ id }) => id)).not.toContain(basic.id);
    await set({ ...named, active: true });
  });

  it('pages as GET /plans/list does, and takes its filter', async () => {
    const first = await shop.call('account/list-plans', { query: { pageSize: '1' } });
    expect(first.body).toMatchObject({ total: 2, page: 1, pageSize: 1, totalPages: 2 });
    const none = await shop.call('account/list-plans', { query: { productReference: 'other' } });
    expect(none.body).toMatchObject({ data: [], total: 0 });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ gracePeriodDays: 366 }, 'gracePeriodDays'],
    [{ gracePeriodDays: 1.5 }, 'gracePeriodDays'],
    [{ lookup_key: '' }, 'lookup_key'],
    [{ planType: 'OTHER' }, 'planType'],
    [{ vatRate: 8 }, 'vatRate'],
    [{ vatRate: 18 }, 'vatRate'],
    [{ vatRate: 20.5 }, 'vatRate'],
    [{ vatRate: -1 }, 'vatRate'],
    [{ vatRate: '20' }, 'vatRate'],
    ...[
      { Seats: 1 },
      { seats: 1.5 },
      { seats: -1 },
      { seats: false },
      { note: 'x'.repeat(101) },
      { note: '' },
      Object.fromEntries(Array.from({ length: 33 }, (_, nth) => [`f${nth}`, true])),
      'all',
    ].map((features): [Record<string, unknown>, string] => [{ features }, 'features']),
    ...[...NO_AMOUNTS, 5].map((one): [Record<string, unknown>, string] => [
      { shippingPrice: one },
      'shippingPrice',
    ]),
    [{}, 'gracePeriodDays'],
  ])('%j is 400 with the field', async (fields, field) => {
    const { status, body } = await set({ ...named, ...fields });
    const [first] = body.details as { field: string }[];
    expect([status, first?.field.split('.')[0]]).toEqual([400, field]);
  });

  it('a lookup key of another plan is 409 settings_refused', async () => {
    const plus = { pricingPlanReferenceCode: shop.plans.plus!.reference };
    await set({ ...plus, lookup_key: 'taken' });
    expect((await set({ ...named, lookup_key: 'taken' })).body).toMatchObject({
      error: 'settings_refused',
      message: 'The lookup key taken belongs to another plan.',
    });
  });
});
