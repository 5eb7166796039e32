import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { listPlans, setPlan } from '../../../lib/account/plans.ts';
import { PLANS } from '../account/operator.ts';
import { openCli } from './io.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

it('plans import takes over what only we know of plans from what the API answered, by reference, lookup key or name', async () => {
  const cli = await openCli();
  const { app } = cli.operator;
  const { tenant } = await cli.operator.shop('shop', PLANS);
  await syncPlans(forTenant(app, tenant.id));
  const small = async () =>
    (await listPlans(forTenant(app, tenant.id))).find(({ name }) => name === 'Small')!;
  await setPlan(forTenant(app, tenant.id), 'Small', { lookupKey: 'small', features: { old: true } });
  const folder = await mkdtemp(join(tmpdir(), 'plans-'));
  const given = async (content: unknown, ...more: string[]) => {
    const file = join(folder, 'plans.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return cli.run(['plans', 'import', file, ...more, '--tenant', 'shop']);
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
  const nobody = [
    { ...other, ...own },
    { name: 'Nobody', vatRate: 20 },
  ];
  const wrong = [
    { name: 'Small', vatRate: 20 },
    { name: 'Small', features: { 'Not a key': 1 } },
  ];
  for (const [content, said] of [
    ['no json', 'cannot be read as JSON'],
    [{ plans: 1 }, 'holds no list of plans'],
    [nobody, 'the tenant has no plan Nobody'],
    [wrong, 'Small: features'],
  ] as const)
    expect((await given(content)).err).toContain(said);
  expect(await small()).toMatchObject(after);
});
