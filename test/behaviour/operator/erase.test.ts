import { expect, it } from 'vitest';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { listPlans } from '../../../lib/account/plans.ts';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { PLANS } from '../account/operator.ts';
import { callAsMerchant } from '../account/merchant.ts';
import { directStartBody } from '../../support/world/direct-start.ts';
import { openCli, type TestCli } from './io.ts';
import { subscribersOf } from './records.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const TENANT = ['--tenant', 'shop'];

/** A shop whose one subscriber was imported, told of by an event that went nowhere. */
async function withSubscriber(): Promise<{ cli: TestCli; svcId: string; reference: string }> {
  const cli = await openCli();
  const { operator } = cli;
  const { app } = operator;
  const { tenant, merchant } = await operator.shop('shop', PLANS);
  await syncPlans(forTenant(app, tenant.id));
  const plan = (await listPlans(forTenant(app, tenant.id))).find(({ name }) => name === 'Fortnightly')!;
  const body = directStartBody(plan.reference, 'ada@example.com');
  await callAsMerchant(operator, merchant, 'POST', '/initialize', body);
  await importSubscriptions(forTenant(app, tenant.id), { dryRun: false, announce: true }, () => undefined);
  const [subscription] = await subscribersOf(app, tenant.id);
  const { id, payReference: reference } = subscription!;
  return { cli, svcId: svcIdOf('subscription', id), reference };
}

it('a customer is erased once it has no running subscription', async () => {
  const { cli, svcId, reference } = await withSubscriber();
  const erase = () => cli.run(['erase', 'Ada@example.com', ...TENANT]);
  expect(await erase()).toMatchObject({ code: 1, err: expect.stringContaining('still runs') as string });
  await fetch(`${cli.operator.pay.url}/sandbox/subscriptions/${reference}/expire`, { method: 'POST' });
  expect((await cli.run(['reconcile', svcId, ...TENANT])).out).toContain('Compared 1 of shop');
  expect((await erase()).out).toContain('Erased a customer of shop: 1 subscription and ');
  expect((await erase()).err).toContain('no customer');
});
