import type { App, WithTenant } from '../lib/runtime/app.ts';
import { withRecord } from '../lib/runtime/for-tenant.ts';
import { Argument, type Command } from 'commander';
import {
  issueNotificationToken,
  notificationsOf,
  setNotificationsSigned,
} from '../lib/account/notifications.ts';
import { pairs } from './columns.ts';
import { ofTenant, TENANT, YES, type CliIo, type CommandResult, type TenantCall } from './io.ts';

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

async function show({ app }: TenantCall): Promise<CommandResult> {
  return shown(app, `Enter this address for ${app.tenant.name} at the payment provider.`);
}

async function issue({ app, confirm }: TenantCall): Promise<CommandResult> {
  const { name } = app.tenant;
  await confirm(`Refuse the present notification address of ${name}, and make another,`);
  const changed = withRecord(app, await issueNotificationToken(app));
  return shown(changed, `${name} has a new address; enter it at the payment provider now.`);
}

async function sign({ app, names: [state = 'on'] }: TenantCall): Promise<CommandResult> {
  const { name } = app.tenant;
  const changed = withRecord(app, await setNotificationsSigned(app, state === 'on'));
  const said = state === 'on' ? 'must be signed now' : 'are taken unsigned now';
  return shown(changed, `Notifications for ${name} ${said}.`);
}

function shown(app: App & WithTenant, said: string): CommandResult {
  const { url, signed, merchantId } = notificationsOf(app);
  const facts = { address: url, 'must be signed': signed ? 'yes' : 'no', 'merchant number': merchantId };
  return {
    json: { tenantId: app.tenantId, notifications: { url, signed, merchantId } },
    lines: [said, ...pairs(facts)],
  };
}
