import { expect, it } from 'vitest';
import { updateEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { markPayAccount } from '../../../lib/table/work/pay-health.ts';
import { setWebhook } from '../../../lib/account/webhook.ts';
import { openCli } from './io.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

it('tenants troubled lists tenants whose payment account or webhook fails, and tenants show gives the details', async () => {
  const cli = await openCli();
  const { app } = cli.operator;
  const ids = new Map<string, string>();
  for (const name of ['well', 'refused', 'failing']) {
    const { tenant } = await cli.json(['tenants', 'create', name]);
    ids.set(name, (tenant as { tenantId: string }).tenantId);
    await cli.operator.pass(1_000); // tenants are listed in the order in which they were made
  }
  expect((await cli.run(['tenants', 'troubled'])).out).toMatch(/^All tenants' payment accounts/);
  expect(await cli.json(['tenants', 'troubled'])).toEqual({ tenants: [] });

  const now = cli.operator.clock.now();
  for (const name of ['well', 'failing'])
    await setWebhook(forTenant(app, ids.get(name)!), 'http://127.0.0.1:9/h');
  await markPayAccount(forTenant(app, ids.get('refused')!), 'refused', now);
  const lastFailure = { at: now, httpStatus: 500, error: null };
  await updateEndpoint(forTenant(app, ids.get('failing')!), 'webhook', { failingSince: now, lastFailure });

  const [since, healthy] = [
    new Date(now).toISOString(),
    { health: 'healthy', since: null, lastProbeAt: null },
  ];
  const webhook = { health: 'failing', lastDeliveredAt: null, lastFailure: { ...lastFailure, at: since } };
  expect(await cli.json(['tenants', 'troubled'])).toEqual({
    tenants: [
      {
        ...{ tenantId: ids.get('refused'), name: 'refused', webhook: null },
        payment: { health: 'refused', since, lastProbeAt: null },
      },
      { tenantId: ids.get('failing'), name: 'failing', payment: healthy, webhook },
    ],
  });
  const { out } = await cli.run(['tenants', 'troubled']);
  expect(out).toMatch(/^refused +refused since 2026-01-15 09:00 UTC +-$/m);
  expect(out).toMatch(/^failing +healthy +failing$/m);
  expect((await cli.json(['tenants', 'show', 'failing'])).health).toEqual({ payment: healthy, webhook });
  expect((await cli.run(['tenants', 'show', 'failing'])).out).toMatch(/webhook answers +failing/);
});
