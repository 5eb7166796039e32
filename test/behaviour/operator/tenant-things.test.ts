import { describe, expect, it } from 'vitest';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { listPlans } from '../../../lib/account/plans.ts';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { PLANS } from '../account/operator.ts';
import { callAsMerchant } from '../account/merchant.ts';
import { directStartBody } from '../../support/world/direct-start.ts';
import { openCli, type TestCli } from './io.ts';
import { subscribersOf } from './records.ts';

const TENANT = ['--tenant', 'shop'];

/** A shop whose one subscriber was imported, told of by an event that went nowhere. */
async function withSubscriber(): Promise<{ cli: TestCli; svcId: string; reference: string }> {
  const cli = await openCli();
  const { operator } = cli;
  const { app } = operator;
  const { tenant, merchant } = await operator.shop('shop', PLANS);
  await syncPlans(app, tenant.id);
  const plan = (await listPlans(app, tenant.id)).find(({ name }) => name === 'Fortnightly')!;
  const body = directStartBody(plan.reference, 'ada@example.com');
  await callAsMerchant(operator, merchant, 'POST', '/initialize', body);
  await importSubscriptions(app, tenant.id, { dryRun: false, announce: true }, () => undefined);
  const [subscription] = await subscribersOf(app, tenant.id);
  const { id, payReference: reference } = subscription!;
  return { cli, svcId: svcIdOf('subscription', id), reference };
}

/** Such a shop, and a way to say what a command must say. */
async function opened() {
  const at = await withSubscriber();
  const said = async (args: readonly string[], words: string | RegExp) => {
    const { code, out, err } = await at.cli.run([...args, ...TENANT]);
    expect([code, err.replace(/^(read|compared) .*\n/gm, '')]).toEqual([0, '']);
    expect(out).toMatch(words);
  };
  return { at, said };
}

describe('the records of a tenant, for operators', () => {
  it('subscribers are compared with the provider, one or all', async () => {
    const { at, said } = await opened();
    await said(['reconcile', at.svcId], 'Compared 1 of shop');
    await said(['reconcile', '--all'], 'Compared 1 of shop');
    await said(['intents', 'list'], 'shop has no open charges.');
    const { code, err } = await at.cli.run(['intents', 'resolve', 'x', ...TENANT]);
    expect([code, err]).toEqual([1, 'billing: shop has no charge x\n']);
  });

  it('an import previews its changes, and finds nothing the second time', async () => {
    const { said } = await opened();
    await said(['import', '--dry-run'], /Would import for shop: 0 adopted, 1 known/);
    await said(['import'], 'Imported for shop: 0 adopted, 1 known');
  });

  it('a customer is erased once it has no running subscription', async () => {
    const { at, said } = await opened();
    const { code, err } = await at.cli.run(['erase', 'ada@example.com', ...TENANT]);
    expect([code, err]).toEqual([1, expect.stringContaining('still runs')]);
    await fetch(`${at.cli.operator.pay.url}/sandbox/subscriptions/${at.reference}/expire`, {
      method: 'POST',
    });
    await said(['reconcile', at.svcId], 'Compared 1');
    await said(['erase', 'Ada@example.com'], 'Erased a customer of shop: 1 subscription and ');
    expect((await at.cli.run(['erase', 'ada@example.com', ...TENANT])).err).toContain('no customer');
  });
});
