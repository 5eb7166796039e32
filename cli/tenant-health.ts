import type { Command } from 'commander';
import { healthOfTenants, type TenantHealth } from '../lib/account/tenant-health.ts';
import { listTenants } from '../lib/account/tenants.ts';
import type { Tenant } from '../lib/table/tenants/tenant.ts';
import { webhookHealth } from '../lib/wire/webhook-settings.ts';
import { iso, minute, tableOf } from './columns.ts';
import { action, type CliIo, type CommandCall, type CommandResult } from './io.ts';

/** `tenants troubled`: tenants whose payment account or webhook does not work. */
export function addTroubled(tenants: Command, io: CliIo): void {
  tenants
    .command('troubled')
    .description(
      'tenants whose payment account is refused, silent or without its number, or whose webhook is failing',
    )
    .action(action(io, list));
}

async function list({ app }: CommandCall): Promise<CommandResult> {
  const all = await listTenants(app);
  const health = await healthOfTenants(
    app,
    all.map(({ id }) => id),
  );
  const troubled = all
    .flatMap((tenant, at) => (health[at] ? [{ tenant, ...healthView(tenant, health[at]) }] : []))
    .filter(
      ({ payment, webhook }) => payment.health !== 'healthy' || (webhook?.health ?? 'healthy') !== 'healthy',
    );
  return {
    json: { tenants: troubled.map(({ tenant: { id, name }, ...how }) => ({ tenantId: id, name, ...how })) },
    lines:
      troubled.length === 0
        ? ["All tenants' payment accounts and webhooks do well."]
        : [
            tableOf(
              ['tenant', 'payment account', 'webhook'],
              troubled.map((one) => [one.tenant.name, said(one).payment, said(one).webhook ?? '-']),
            ),
          ],
    next: troubled.slice(0, 1).map(({ tenant: { name } }) => ['tenants', 'show', name]),
  };
}

/** The health of a tenant, for programs; its webhook is null where it has none. */
export function healthView({ webhook: set }: Tenant, { pay, webhook }: TenantHealth) {
  const { lastDeliveredAt, lastFailure } = webhook;
  return {
    payment: {
      health: pay.state,
      since: isoOrNull(pay.since),
      lastProbeAt: isoOrNull(pay.lastProbeAt),
    },
    webhook: set && {
      health: webhookHealth(webhook),
      lastDeliveredAt: isoOrNull(lastDeliveredAt),
      lastFailure: lastFailure && { ...lastFailure, at: iso(lastFailure.at) },
    },
  };
}

/** The health of a tenant, as text for people. */
export function said({ payment, webhook }: ReturnType<typeof healthView>) {
  const since = payment.since === null ? '' : ` since ${minute(Date.parse(payment.since))}`;
  return { payment: `${payment.health}${since}`, webhook: webhook && webhook.health };
}

const isoOrNull = (time: number | null) => (time === null ? null : iso(time));
