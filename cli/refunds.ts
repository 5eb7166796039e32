import { Option, type Command } from 'commander';
import { idFrom } from '../lib/billing/identifiers.ts';
import { settleRefund } from '../lib/refunds/settle-refund.ts';
import { refundView } from '../lib/wire/refunds.ts';
import { ofTenant, TENANT, UsageError, type CliIo, type CommandResult, type TenantCall } from './io.ts';

interface Finding {
  readonly made?: boolean;
  readonly neverMade?: boolean;
}

/** `refunds`: those whose outcome the payment provider does not tell. */
export function addRefunds(billing: Command, io: CliIo): void {
  billing
    .command('refunds')
    .description('money given back of invoices')
    .command('settle <refund>')
    .description('say what became of a refund of which the provider shows nothing, by its id or svcId')
    .addOption(TENANT)
    .addOption(new Option('--made', 'the money was given back').conflicts('neverMade'))
    .option('--never-made', 'it was not; it may be asked for again')
    .action(ofTenant(io, settle));
}

async function settle({
  app,
  names: [named = ''],
  options: { made = false, neverMade = false },
}: TenantCall<Finding>): Promise<CommandResult> {
  const { id } = app.tenant;
  if (made === neverMade) throw new UsageError('say what you found: --made or --never-made');
  const settled = await settleRefund(app, idFrom('refund', named) ?? named, made ? 'made' : 'never made');
  const view = refundView(settled);
  return { json: { tenantId: id, refund: view }, lines: [`The refund is ${view.state}.`] };
}
