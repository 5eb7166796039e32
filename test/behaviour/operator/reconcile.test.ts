import { describe, expect, it } from 'vitest';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { listPlans } from '../../../lib/account/plans.ts';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { findTenantBy } from '../../../lib/account/tenants.ts';
import { idFrom, svcIdOf } from '../../../lib/billing/identifiers.ts';
import { key } from '../../../lib/table/schema.ts';
import { callAsMerchant } from '../account/merchant.ts';
import { PLANS } from '../account/operator.ts';
import { directStartBody } from '../../support/world/direct-start.ts';
import { openCli, type TestCli } from './io.ts';
import { subscribersOf } from './records.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** A tenant with so many subscribers. */
async function shopWith({ operator }: TestCli, name: string, subscribers: number): Promise<string> {
  const { tenant, merchant } = await operator.shop(name, PLANS);
  const { app } = operator;
  await syncPlans(forTenant(app, tenant.id));
  const plan = (await listPlans(forTenant(app, tenant.id))).find((one) => one.name === 'Fortnightly')!;
  for (let nth = 0; nth < subscribers; nth++) {
    const body = directStartBody(plan.reference, `c${nth}@example.com`);
    await callAsMerchant(operator, merchant, 'POST', '/initialize', body);
    await operator.pass(1_000);
  }
  await importSubscriptions(forTenant(app, tenant.id), { dryRun: false, announce: false }, () => undefined);
  return tenant.id;
}

const countsOf = (json: string) =>
  (JSON.parse(json) as { tenants: Record<string, unknown>[] }).tenants.map(
    ({ name, reconciled, silent, failed, next }) => [name, reconciled, silent, failed, next],
  );

async function svcIdsOf({ operator }: TestCli, name: string): Promise<string[]> {
  const { id: tenantId } = await findTenantBy(operator.app, name);
  return (await subscribersOf(operator.app, tenantId)).map(({ id }) => svcIdOf('subscription', id));
}

const silence = ({ operator }: TestCli) =>
  fetch(`${operator.pay.url}/sandbox/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ failNext: 1_000 }),
  });

describe('reconcile --all', () => {
  it('compares the subscribers of all tenants that have an account at a provider, and reports progress', async () => {
    const cli = await openCli();
    await cli.json(['tenants', 'create', 'without']);
    await shopWith(cli, 'first', 3);
    await shopWith(cli, 'second', 2);
    const { code, out, err } = await cli.run(['reconcile', '--all', '--json']);
    expect(code).toBe(0);
    expect(countsOf(out)).toEqual([
      ['first', 3, 0, 0, null],
      ['second', 2, 0, 0, null],
    ]);
    const lines = err.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { progress: 'compared 3 of first' },
      { progress: 'compared 2 of second' },
    ]);
  });

  it('resumes after the given position, with that tenant and those after it', async () => {
    const cli = await openCli();
    await shopWith(cli, 'first', 1);
    const second = await shopWith(cli, 'second', 3);
    await shopWith(cli, 'third', 1);
    const [newest] = await svcIdsOf(cli, 'second');
    const place = `${second}/${newest}`;
    const { out } = await cli.run(['reconcile', '--all', '--starting-after', place, '--json']);
    expect(countsOf(out)).toEqual([
      ['second', 2, 0, 0, null],
      ['third', 1, 0, 0, null],
    ]);
  });

  it('stops calling a provider that stays silent, and says how to resume', async () => {
    const cli = await openCli();
    const shop = await shopWith(cli, 'shop', 22);
    const ids = await svcIdsOf(cli, 'shop');
    await silence(cli);
    const { code, out } = await cli.run(['reconcile', '--all', '--tenant', 'shop']);
    expect(code).toBe(0);
    expect(out).toContain('Compared 0 of shop; the provider was silent for 20. It stays silent');
    const next = `reconcile --all --tenant shop --starting-after ${shop}/${ids[19]}`;
    expect(out).toContain(`\nNext:\n  npx billing ${next}\n`);
  });

  it('skips a record that cannot be read', async () => {
    const cli = await openCli();
    const shop = await shopWith(cli, 'shop', 3);
    const [, second = ''] = await svcIdsOf(cli, 'shop');
    const at = key.subscriber(shop, idFrom('subscription', second)!);
    await cli.operator.app.table.apply({ update: at, set: { refs: 'none' } });
    const { code, out } = await cli.run(['reconcile', '--all', '--tenant', 'shop']);
    expect([code, out]).toEqual([
      0,
      'Compared 2 of shop; the provider was silent for 0. 1 could not be compared.\n',
    ]);
  });

  it.each([
    [['reconcile', 'sub_1'], 'say whose subscriber it is with --tenant'],
    [['reconcile', 'x', '--tenant', 'a', '--starting-after', 'y'], '--starting-after goes with --all'],
    [['reconcile', '--all', '--starting-after', 'nowhere'], 'nowhere is no place that was told'],
  ])('reports a usage error for %j', async (args, why) => {
    const cli = await openCli();
    const { code, out, err } = await cli.run(args);
    expect([code, out, err]).toEqual([2, '', `billing: ${why}\n`]);
  });
});
