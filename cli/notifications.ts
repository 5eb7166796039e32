import type { App } from '../lib/runtime/app.ts';
import { Argument, type Command } from 'commander';
import {
  issueNotificationToken,
  notificationsOf,
  setNotificationsSigned,
} from '../lib/account/notifications.ts';
import type { Tenant } from '../lib/table/tenants/tenants.ts';
import { pairs } from './columns.ts';
import { ofTenant, TENANT, YES, type CliIo, type CommandResult, type TenantCall } from './io.ts';
import { forTenant } from '../lib/runtime/for-tenant.ts';

/** `notifications`: the address to enter at the payment provider, so that it notifies us of charges. */
export function addNotifications(billing: Command, io: CliIo): void {
  const notifications = billing
    .command('notifications')
    .description("the payment provider's notifications of charges");

  notifications
    .command('show')
    .description('the address to enter at the provider, and whether notifications must be signed')
    .addOption(TENANT)
    .action(ofTenant(io, show));

  notifications
    .command('issue')
    .description('make a new address; the old one is refused within a minute')
    .addOption(TENANT)
    .option(...YES)
    .action(ofTenant(io, issue));

  notifications
    .command('sign')
    .description('whether notifications without a valid signature are refused')
    .addArgument(new Argument('[state]', 'on or off').choices(['on', 'off']).default('on'))
    .addOption(TENANT)
    .action(ofTenant(io, sign));
}

async function show({ app, tenant }: TenantCall): Promise<CommandResult> {
  return shown(app, tenant, `Enter this address for ${tenant.name} at the payment provider.`);
}

async function issue({ app, tenant: { id, name }, confirm }: TenantCall): Promise<CommandResult> {
  await confirm(`Refuse the present notification address of ${name}, and make another,`);
  const tenant = await issueNotificationToken(forTenant(app, id));
  return shown(app, tenant, `${name} has a new address; enter it at the payment provider now.`);
}

async function sign({
  app,
  tenant: { id, name },
  names: [state = 'on'],
}: TenantCall): Promise<CommandResult> {
  const tenant = await setNotificationsSigned(forTenant(app, id), state === 'on');
  const said = state === 'on' ? 'must be signed now' : 'are taken unsigned now';
  return shown(app, tenant, `Notifications for ${name} ${said}.`);
}

function shown(app: App, tenant: Tenant, said: string): CommandResult {
  const { url, signed, merchantId } = notificationsOf(forTenant(app, tenant));
  const facts = { address: url, 'must be signed': signed ? 'yes' : 'no', 'merchant number': merchantId };
  return {
    json: { tenantId: tenant.id, notifications: { url, signed, merchantId } },
    lines: [said, ...pairs(facts)],
  };
}
