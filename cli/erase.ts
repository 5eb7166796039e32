import type { Command } from 'commander';
import { eraseCustomer } from '../lib/account/erase.ts';
import { counted } from './columns.ts';
import { ofTenant, TENANT, YES, type CliIo, type CommandResult, type TenantCall } from './io.ts';

/** `erase`: takes a customer's personal data out of everything but invoices. */
export function addErase(billing: Command, io: CliIo): void {
  billing
    .command('erase <email>')
    .description(
      "take a customer's personal data out of everything but invoices; its subscriptions must have ended",
    )
    .addOption(TENANT)
    .option('--give-up-documents', 'also where documents of its invoices could not be made and never will be')
    .option(...YES)
    .action(ofTenant(io, erase));
}

async function erase({
  app,
  names: [email = ''],
  options,
  confirm,
}: TenantCall<{ readonly giveUpDocuments?: boolean }>): Promise<CommandResult> {
  const { id, name } = app.tenant;
  await confirm(`Erase ${email} of ${name} for ever`);
  const erased = await eraseCustomer(app, { email }, { givesUpDocuments: options.giveUpDocuments });
  const { subscriptions, events } = erased;
  return {
    json: { tenantId: id, ...erased },
    lines: [
      `Erased a customer of ${name}: ${counted(subscriptions, 'subscription')} and ${counted(events, 'event')}. Invoices are kept.`,
      ...(erased.atProvider === 'kept'
        ? ['The payment provider did not confirm that it has erased its record: ask its support.']
        : []),
    ],
  };
}
