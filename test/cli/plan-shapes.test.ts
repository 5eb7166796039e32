import { describe, expect, it } from 'vitest';
import { PLANS } from '../account/operator.ts';
import { anyText, like, TIME, UUID } from '../world/expecting.ts';
import { openCli } from './io.ts';

const ID = like(/^[0-9a-f]{32}$/);

describe('plans --json', () => {
  it('sync, list and set show a plan in one shape', async () => {
    const cli = await openCli();
    await cli.operator.shop('shop', PLANS);
    const tenant = ['--tenant', 'shop'];
    const synced = await cli.json(['plans', 'sync', ...tenant]);
    const none = { changed: [], retired: [], unchanged: [] };
    expect(synced).toEqual({ tenantId: ID, added: PLANS.map(() => anyText), ...none });
    const { plans } = (await cli.json(['plans', 'list', ...tenant])) as { plans: { name: string }[] };
    const plan = {
      id: UUID,
      svcId: like(/^pln_[0-9a-f]{32}$/),
      reference: anyText,
      productReference: anyText,
      name: 'Small',
      lookupKey: null,
      price: '300.00',
      currency: 'EUR',
      interval: 'MONTHLY',
      intervalCount: 1,
      trialDays: 0,
      unit: null,
      type: 'DIGITAL',
      shippingPrice: null,
      vatRate: null,
      features: {},
      graceDays: null,
      active: true,
      createdAt: TIME,
    };
    expect(plans).toHaveLength(PLANS.length);
    const small = plans.find(({ name }) => name === 'Small') as unknown as typeof plan;
    expect(small).toEqual(plan);
    const own = ['--lookup-key', 'small', '--unit', '1 kg', '--type', 'PHYSICAL', '--shipping-price', '49,9'];
    const set = ['plans', 'set', String(small.reference), ...tenant];
    expect(await cli.json([...set, ...own, '--grace-days', '7', '--no-active'])).toEqual({
      tenantId: ID,
      plan: {
        ...plan,
        lookupKey: 'small',
        unit: '1 kg',
        type: 'PHYSICAL',
        shippingPrice: '49.90',
        features: {},
        graceDays: 7,
        active: false,
      },
    });
    const away = ['--no-lookup-key', '--no-unit', '--no-shipping-price', '--no-grace-days', '--active'];
    expect(await cli.json([...set, ...away])).toEqual({
      tenantId: ID,
      plan: { ...plan, type: 'PHYSICAL' },
    });
  });
});
