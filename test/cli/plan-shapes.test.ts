import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

describe('plans import', () => {
  it('takes over what only we know of plans from what the API answered, by reference, lookup key or name', async () => {
    const cli = await openCli();
    await cli.operator.shop('shop', PLANS);
    const tenant = ['--tenant', 'shop'];
    await cli.json(['plans', 'sync', ...tenant]);
    const small = async () => {
      const { plans } = (await cli.json(['plans', 'list', ...tenant])) as { plans: { name: string }[] };
      return plans.find(({ name }) => name === 'Small') as unknown as { reference: string; features: object };
    };
    const { reference } = await small();
    await cli.json(['plans', 'set', reference, '--feature', 'old', '--feature', 'seats = 2', ...tenant]);
    await cli.json(['plans', 'set', reference, '--feature', 'seats=', '--lookup-key', 'small', ...tenant]);
    expect(await small()).toMatchObject({ features: { old: true } });
    const folder = await mkdtemp(join(tmpdir(), 'plans-'));
    const given = async (content: unknown, ...more: string[]) => {
      const file = join(folder, 'plans.json');
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return cli.run(['plans', 'import', file, ...more, ...tenant]);
    };
    const other = { referenceCode: 'elsewhere', name: 'Kleines', lookup_key: 'small', active: false };
    const own = { features: { seats: 7, export: true }, gracePeriodDays: 5, vatRate: 10 };
    const answer = { status: 'success', data: [{ ...other, ...own }] };
    expect((await given(answer, '--dry-run')).out).toContain('Would set for shop:');
    expect(await small()).toMatchObject({ features: { old: true }, graceDays: null });
    expect((await given(answer)).out).toContain('Set for shop:');
    const after = { features: { seats: 7, export: true }, graceDays: 5, vatRate: 10, active: true };
    expect(await small()).toMatchObject(after);
    expect((await small()).features).not.toHaveProperty('old');
    for (const [content, said] of [
      ['no json', 'cannot be read as JSON'],
      [{ plans: 1 }, 'holds no list of plans'],
      [
        [
          { ...other, ...own },
          { name: 'Nobody', vatRate: 20 },
        ],
        'the tenant has no plan Nobody',
      ],
      [
        [
          { name: 'Small', vatRate: 20 },
          { name: 'Small', features: { 'Not a key': 1 } },
        ],
        'Small: features',
      ],
    ] as const)
      expect((await given(content)).err).toContain(said);
    expect(await small()).toMatchObject(after);
  });
});
