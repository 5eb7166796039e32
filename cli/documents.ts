import { Option, type Command } from 'commander';
import { OperatorError } from '../lib/account/operator-error.ts';
import { listDocuments, retryDocument } from '../lib/invoicing/retry-document.ts';
import { iso, second, tableOf } from './columns.ts';
import { ofTenant, TENANT, type CliIo, type CommandResult, type TenantCall } from './io.ts';

/** `documents`: invoice documents that need an operator. */
export function addDocuments(billing: Command, io: CliIo): void {
  const documents = billing.command('documents').description('invoice documents that need somebody');

  documents
    .command('list')
    .description('documents that cannot be made, and those more than a day late; at most a hundred')
    .addOption(TENANT)
    .addOption(new Option('--state <state>', 'only these').choices(['FAILED', 'WAITING']))
    .action(ofTenant(io, list));

  documents
    .command('retry')
    .description('have a failed document tried again, once its cause is removed; it is never made twice')
    .addOption(TENANT)
    .requiredOption('--invoice <id>', 'the invoice, by its id or svcId')
    .action(ofTenant(io, retry));
}

async function list({
  app,
  options,
}: TenantCall<{ readonly state?: 'FAILED' | 'WAITING' }>): Promise<CommandResult> {
  const { id, name } = app.tenant;
  const listed = await listDocuments(app, options.state);
  const rows = listed.map((one) => [
    one.svcId,
    one.invoiceNumber ?? '',
    one.state,
    second(one.since),
    one.problem,
  ]);
  const shown = listed.map(({ invoiceId, since, tenantId: _, ...one }) => ({
    id: invoiceId,
    ...one,
    since: iso(since),
  }));
  return {
    json: { tenantId: id, documents: shown },
    lines:
      rows.length === 0
        ? [`${name} has no documents that need somebody.`]
        : [tableOf(['invoice', 'number', 'state', 'since', 'problem'], rows)],
  };
}

async function retry({ app, options }: TenantCall<{ readonly invoice: string }>): Promise<CommandResult> {
  const { id, name } = app.tenant;
  const outcome = await retryDocument(app, options.invoice);
  if (outcome === 'unknown')
    throw new OperatorError(`${name} has no document of the invoice ${options.invoice} that needs somebody`);
  const lines = {
    queued: 'The document is tried again within two minutes.',
    waiting: 'The document is under way and tried by itself.',
  };
  return {
    json: { tenantId: id, invoice: options.invoice, outcome },
    lines: [lines[outcome]],
    next: [['documents', 'list', '--tenant', id]],
  };
}
