import { expect, it } from 'vitest';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { listPlans } from '../../../lib/account/plans.ts';
import { intentPut } from '../../../lib/table/purchases/payment-intents.ts';
import { callAsMerchant } from '../account/merchant.ts';
import { PLANS } from '../account/operator.ts';
import { PLAN, subscription } from '../../rules/billing/given.ts';
import { directStartBody } from '../../support/world/direct-start.ts';
import { openCli } from './io.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const TENANT = ['--tenant', 'shop'];

it('intents list and resolve say plainly since when and what became of each charge', async () => {
  const cli = await openCli();
  const { operator } = cli;
  const { tenant, merchant } = await operator.shop('shop', PLANS);
  await syncPlans(forTenant(operator.app, tenant.id));
  const plans = await listPlans(forTenant(operator.app, tenant.id));
  const { reference } = plans.find(({ name }) => name === PLANS[0]!.name)!;
  const intent = {
    kind: 'charge',
    clientReferenceId: 'order-1',
    state: 'UNKNOWN',
    fingerprint: '',
    startedAt: operator.app.clock() - 65_000,
    plan: { ...PLAN, reference },
    customer: subscription().customer,
    endedBefore: null,
    outcome: null,
    merchantId: 'merchant',
  } as const;
  const store = (more: object) =>
    operator.app.table.apply(intentPut(tenant.id, { ...intent, ...more }, undefined));
  await store({});
  await store({ clientReferenceId: 'order-2', state: 'FAILED' });
  const said = async (...args: string[]) => (await cli.run(['intents', ...args, ...TENANT])).out;
  expect(await said('list')).toMatch(/order-1 +UNKNOWN +2026-01-15 08:58:55 UTC/);
  expect(await said('resolve', 'order-1')).toContain(
    'The charge order-1 of shop could not be settled now: the provider shows nothing yet, or does not answer. It is looked up again.',
  );
  for (let charge = 0; charge < 2; charge++)
    await callAsMerchant(
      operator,
      merchant,
      'POST',
      '/initialize',
      directStartBody(reference, intent.customer.email),
    );
  await operator.pass(60 * 60_000);
  expect(await said('resolve', 'order-1')).toContain(
    'The charge order-1 of shop waits for a person: decide by docs/runbook/money.md#charges-ambiguous.',
  );
  expect(
    (await cli.run(['intents', 'resolve', 'order-1', '--made', 'x', '--never-made', ...TENANT])).code,
  ).toBe(2);
  expect(await said('resolve', 'order-1', '--never-made')).toContain(
    'The charge order-1 of shop was never made: nobody was charged, and its reference may be used again.',
  );
  expect(await said('resolve', 'order-2')).toContain(
    'The charge order-2 of shop was never made: nobody was charged, and its reference may be used again.',
  );
});
