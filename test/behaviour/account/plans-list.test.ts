import { describe, expect, it } from 'vitest';
import { planChanges } from '../../../lib/table/subscribers/plans.ts';
import { SVC_ID, UUID, anyText } from '../../support/world/expecting.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';

const more = Array.from({ length: 12 }, (_, i) => ({ name: `plan ${i}`, product: 'many' }));
const { world, shop } = await openShop({
  plans: [
    { name: 'first', price: '10.50', currency: 'EUR', interval: 'WEEKLY', count: 2, trialDays: 3 },
    { name: 'closed', active: false },
    ...more,
  ],
});

const list = (query: Record<string, string> = {}) => shop.call('plans/list', { query });
const namesOf = ({ body }: { body: Record<string, unknown> }) =>
  (body.data as { name: string }[]).map(({ name }) => name);

describe('spec: GET /plans/list', () => {
  it('lists active plans of the tenant, paged', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'success', total: 13, page: 1, pageSize: 10, totalPages: 2 });
    expect(body.data).toHaveLength(10);
    expect(Object.keys(body)).toEqual(['status', 'data', 'total', 'page', 'pageSize', 'totalPages']);
  });

  it('each plan has exactly the fields of the specification', async () => {
    const { data } = (await list({ page: '2' })).body as { data: unknown[] };
    expect(data.at(-1)).toEqual({
      id: UUID,
      svcId: SVC_ID.plan,
      referenceCode: anyText,
      lookup_key: null,
      name: 'first',
      price: '10.50',
      currencyCode: 'EUR',
      paymentInterval: 'WEEKLY',
      paymentIntervalCount: 2,
      trialPeriodDays: 3,
      unit: null,
      productReference: anyText,
      planType: 'DIGITAL',
      shippingPrice: null,
      gracePeriodDays: 7,
      vatRate: null,
      features: {},
    });
  });

  it('planType is PHYSICAL with a shippingPrice where there is shipping', async () => {
    const other = await makeTenant(world, { plans: [{ name: 'box', graceDays: null }] });
    const box = {
      ...other.plans.box!,
      type: 'PHYSICAL',
      shippingPrice: '12.00',
      unit: '6',
      lookupKey: 'box',
    } as const;
    await world.table.write(planChanges(other.tenant.id, box));
    expect((await other.call('plans/list')).body.data).toMatchObject([
      { planType: 'PHYSICAL', shippingPrice: '12.00', unit: '6', lookup_key: 'box', gracePeriodDays: null },
    ]);
  });

  it('productReference filters by product reference code', async () => {
    const { productReference } = shop.plans.first!;
    const only = await list({ productReference: productReference! });
    expect(namesOf(only)).toEqual(['first']);
    expect(only.body).toMatchObject({ total: 1, totalPages: 1 });
    expect((await list({ productReference: 'unknown' })).body).toMatchObject({
      data: [],
      total: 0,
      totalPages: 0,
    });
  });

  it('our choice: plans are ordered by creation time, newest first', async () => {
    const all = namesOf(await list({ pageSize: '100' }));
    expect(all).toEqual([...Array.from({ length: 12 }, (_, i) => `plan ${11 - i}`), 'first']);
    const pages = await Promise.all(['1', '2', '3'].map((page) => list({ page, pageSize: '5' })));
    expect(pages.flatMap(namesOf)).toEqual(all);
  });

  it('our choice: a page past the end is an empty page', async () => {
    expect((await list({ page: '3' })).body).toMatchObject({ data: [], total: 13, page: 3, totalPages: 2 });
  });

  it('our choice: a parameter that is not known is ignored', async () => {
    expect((await list({ sort: 'name' })).status).toBe(200);
  });

  it('our choice: features are ordered by key, in whatever order the table has them', async () => {
    const features = { seats: 3, export: true as const, api: 'v2' };
    await world.table.write(planChanges(shop.tenant.id, { ...shop.plans.first!, features }));
    const { body } = await list({ productReference: shop.plans.first!.productReference! });
    const [first] = body.data as { features: object }[];
    expect(Object.keys(first!.features)).toEqual(['api', 'export', 'seats']);
  });
});
