import type { Command } from 'commander';
import { eraseCustomer } from '../lib/account/erase.ts';
import { listDifferences } from '../lib/reconciliation/list-differences.ts';
import { differencesAnswer, differencesInput } from '../lib/wire/differences.ts';
import { second, tableOf } from './columns.ts';
import { ofTenant, TENANT, type CliIo, type CommandResult, type TenantCall } from './io.ts';
import { addPaging, nextPage, pagingIn, type Paging } from './paging.ts';

interface DifferenceOptions extends Paging {
  readonly kind?: string;
  readonly state?: string;
}

/** `differences` and `erase`: work that needs an operator's decision. */
export function addRepair(billing: Command, io: CliIo): void {
  addPaging(
    billing
      .command('differences')
      .description('what we and the payment provider do not agree on, newest first')
      .requiredOption(...TENANT)
      .option('--kind <kind>', 'such as plan_differs')
      .option('--state <state>', 'open or closed'),
  ).action(ofTenant(io, showDifferences));

  billing
    .command('erase <email>')
    .description(
      "take a customer's personal data out of everything but invoices; its subscriptions must have ended",
    )
    .requiredOption(...TENANT)
    .option('--give-up-documents', 'also where documents of its invoices could not be made and never will be')
    .action(ofTenant(io, erase));
}

async function showDifferences({
  app,
  tenant: { id, name },
  options,
}: TenantCall<DifferenceOptions>): Promise<CommandResult> {
  const { kind, state } = options;
  const input = differencesInput({ kind, state, ...pagingIn(options) });
  const { data, has_more } = differencesAnswer(await listDifferences(app, id, input), input.page);
  const rows = data.map((one) => [
    second(one.since),
    one.kind,
    one.subscriber.subscriberId,
    one.ours,
    one.theirs,
    one.action,
  ]);
  return {
    json: { tenantId: id, has_more, differences: data },
    lines:
      rows.length === 0
        ? [`${name} and its payment provider agree.`]
        : [tableOf(['since', 'kind', 'reference', 'ours', 'theirs', 'what to do'], rows)],
    next: nextPage(
      ['differences'],
      { hasMore: has_more, last: data.at(-1)?.id },
      { kind, state, limit: options.limit, tenant: name },
    ),
  };
}

async function erase({
  app,
  tenant: { id, name },
  names: [email = ''],
  options,
}: TenantCall<{ readonly giveUpDocuments?: boolean }>): Promise<CommandResult> {
  const erased = await eraseCustomer(app, id, email, { givesUpDocuments: options.giveUpDocuments });
  return {
    json: { tenantId: id, ...erased },
    lines: [
      `Erased a customer of ${name}: ${erased.subscriptions} subscriptions and ${erased.events} events. Invoices are kept.`,
    ],
  };
}
