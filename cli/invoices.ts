import { Option, type Command } from 'commander';
import { OperatorError } from '../lib/account/operator-error.ts';
import { idFrom } from '../lib/billing/identifiers.ts';
import { REFUND_REASONS, REFUND_STATES } from '../lib/billing/refund.ts';
import { listRefunds } from '../lib/refunds/list-refunds.ts';
import { refundInvoice } from '../lib/refunds/refund-invoice.ts';
import { settleRefund } from '../lib/refunds/settle-refund.ts';
import { findInvoice } from '../lib/refunds/find-invoice.ts';
import {
  invoiceInput,
  refundAnswer,
  refundInput,
  refundsAnswer,
  refundsInput,
  refundView,
} from '../lib/wire/refunds.ts';
import { indexInvoices } from '../lib/refunds/index-invoices.ts';
import { amountOption, checkAmount } from './amounts.ts';
import { counted, second, tableOf } from './columns.ts';
import { ofTenant, TENANT, type CliIo, type CommandResult, type TenantCall } from './io.ts';
import { addPaging, moreOf, nextPage, nothingOf, pagingIn, type Paging } from './paging.ts';

interface RefundOptions {
  readonly amount?: string;
  readonly reason?: string;
  readonly note?: string;
  readonly reference?: string;
}

interface ListOptions extends Paging {
  readonly invoice?: string;
  readonly subscriber?: string;
  readonly state?: string;
}

/** `invoices`: money given back of invoices. */
export function addInvoices(billing: Command, io: CliIo): void {
  const invoices = billing.command('invoices').description('money given back of invoices');

  invoices
    .command('refund <invoice>')
    .description('give back all that is left of an invoice, by its id or svcId, or a part of it')
    .addOption(TENANT)
    .option('--amount <amount>', 'a part, such as 25.00 or 25,00')
    .addOption(new Option('--reason <reason>', 'why (default: BUYER_REQUEST)').choices(REFUND_REASONS))
    .option('--note <note>', 'for people, without personal data')
    .option('--reference <reference>', 'your own id: the same one again gets the same refund')
    .action(ofTenant(io, refund));

  addPaging(
    invoices
      .command('refunds')
      .description('what was given back, by whomever, newest first')
      .addOption(TENANT)
      .option('--invoice <id>', 'of this invoice, by its id or svcId')
      .option('--subscriber <id>', 'of this subscriber, by its svc-id')
      .addOption(new Option('--state <state>', 'only these').choices(REFUND_STATES)),
  ).action(ofTenant(io, list));

  invoices
    .command('settle <refund>')
    .description('say what became of a refund of which the provider shows nothing, by its id or svcId')
    .addOption(TENANT)
    .addOption(new Option('--made', 'the money was given back').conflicts('neverMade'))
    .option('--never-made', 'it was not; it may be asked for again')
    .action(ofTenant(io, settle));

  invoices
    .command('index')
    .description('let invoices that earlier releases wrote be found by their ids, to be refunded')
    .addOption(TENANT)
    .action(ofTenant(io, index));
}

async function index({ app, tenant: { id, name }, progress }: TenantCall): Promise<CommandResult> {
  const done = await indexInvoices(app, id, ({ subscribers }) =>
    progress(`read invoices of ${counted(subscribers, 'subscriber')}`),
  );
  const found = done.invoices === 0 ? 'All invoices' : counted(done.invoices, 'more invoice');
  return {
    json: { tenantId: id, ...done },
    lines: [`${found} of ${name} can be found by id; of ${counted(done.subscribers, 'subscriber')}.`],
  };
}

async function refund({
  app,
  tenant,
  names: [invoice = ''],
  options: { reference, ...asked },
}: TenantCall<RefundOptions>): Promise<CommandResult> {
  const { amount, reason, note } = asked;
  if (amount !== undefined) checkAmount('--amount', amount);
  const found = await findInvoice(app, tenant.id, invoiceInput({ 'invoice-id': invoice }));
  const { currency } = found.invoice;
  const written = amount === undefined ? undefined : amountOption('--amount', amount, currency);
  const own = { reason, note, clientReferenceId: reference };
  const input = refundInput({ 'invoice-id': invoice, amount: written, ...own });
  const { data, message } = refundAnswer(await refundInvoice(app, tenant, input, app.clock()));
  return {
    json: { tenantId: tenant.id, refund: data },
    lines: [message],
    next: [['invoices', 'refunds', '--tenant', tenant.name, '--invoice', data.invoice.svcId]],
  };
}

async function list({ app, tenant: { id, name }, options }: TenantCall<ListOptions>): Promise<CommandResult> {
  const { invoice, subscriber, state } = options;
  const paging = pagingIn(options);
  const input = refundsInput({ 'invoice-id': invoice, 'svc-id': subscriber, state, ...paging });
  const { items, hasMore, next } = await listRefunds(app, id, input);
  const { data } = refundsAnswer({ items, hasMore, next }, input.page);
  const rows = data.map((one) => [
    one.svcId,
    one.invoice.invoiceNumber,
    `${one.amount} ${one.currency}`,
    one.state,
    one.by,
    second(one.requestedAt),
  ]);
  return {
    json: { tenantId: id, ...moreOf(hasMore, next), refunds: data },
    lines:
      rows.length === 0
        ? [nothingOf(name, 'refunds', { invoice, subscriber, state, ...paging }, next)]
        : [tableOf(['refund', 'invoice', 'amount', 'state', 'by', 'requested'], rows)],
    next: nextPage(
      ['invoices', 'refunds'],
      { hasMore, last: next ?? data.at(-1)?.id },
      { invoice, subscriber, state, limit: options.limit, tenant: name },
    ),
  };
}

async function settle({
  app,
  tenant: { id, name },
  names: [named = ''],
  options: { made, neverMade },
}: TenantCall<{ readonly made?: boolean; readonly neverMade?: boolean }>): Promise<CommandResult> {
  if (made !== true && neverMade !== true)
    throw new OperatorError('say what you found: --made or --never-made');
  const refundId = idFrom('refund', named) ?? named;
  const settled = await settleRefund(app, id, refundId, made === true ? 'made' : 'never made');
  const view = refundView(settled);
  return {
    json: { tenantId: id, refund: view },
    lines: [`The refund is ${view.state}.`],
    next: [['invoices', 'refunds', '--tenant', name, '--invoice', view.invoice.svcId]],
  };
}
