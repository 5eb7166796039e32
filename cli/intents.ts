import type { Command } from 'commander';
import { OperatorError } from '../lib/account/operator-error.ts';
import type { PaymentIntent } from '../lib/billing/payment-intent.ts';
import { listOpenIntents } from '../lib/checkout/open-intents.ts';
import { resolveIntent } from '../lib/checkout/resolve-intent.ts';
import { settleIntent } from '../lib/checkout/settle-intent.ts';
import { lookUpIntent } from '../lib/table/purchases/payment-intents.ts';
import { iso, second, tableOf } from './columns.ts';
import { ofTenant, TENANT, UsageError, type CliIo, type CommandResult, type TenantCall } from './io.ts';

/** `intents`: direct charges whose outcome is not known yet. */
export function addIntents(billing: Command, io: CliIo): void {
  const intents = billing.command('intents').description('direct charges whose outcome is not settled yet');

  intents
    .command('list')
    .description('the ones under way or unknown, oldest first')
    .addOption(TENANT)
    .action(ofTenant(io, list));

  intents
    .command('resolve <reference>')
    .description('look up at the provider what became of one; never charges again')
    .addOption(TENANT)
    .option('--made <subscription>', 'a person found that it made this subscription at the provider')
    .option('--never-made', 'a person found that it was never made: its reference may be charged again')
    .action(ofTenant(io, resolve));
}

async function list({ app }: TenantCall): Promise<CommandResult> {
  const { id, name } = app.tenant;
  const open = await listOpenIntents(app);
  const rows = open.map(({ clientReferenceId, state, startedAt }) => [
    clientReferenceId,
    state,
    second(startedAt),
  ]);
  const [first] = open;
  return {
    json: { tenantId: id, intents: open.map(intentView) },
    lines:
      rows.length === 0
        ? [`${name} has no open charges.`]
        : [tableOf(['reference', 'state', 'started'], rows)],
    next: first ? [['intents', 'resolve', first.clientReferenceId, '--tenant', name]] : [],
  };
}

async function resolve({
  app,
  confirm,
  names: [reference = ''],
  options: { made, neverMade },
}: TenantCall<{ made?: string; neverMade?: true }>): Promise<CommandResult> {
  const { id, name } = app.tenant;
  if (!(await lookUpIntent(app, reference))) throw new OperatorError(`${name} has no charge ${reference}`);
  if (made !== undefined && neverMade) throw new UsageError('--made and --never-made contradict each other');
  if (made !== undefined) await settleIntent(app, reference, { made });
  else if (neverMade) {
    await confirm(`Whoever asks for the charge ${reference} again will be charged.`);
    await settleIntent(app, reference, 'never made');
  } else await resolveIntent(app, reference);
  const intent = await lookUpIntent(app, reference);
  return {
    json: { tenantId: id, reference, intent: intent ? intentView(intent) : null },
    lines: [`The charge ${reference} of ${name} ${intent ? said(intent) : 'is settled'}.`],
  };
}

const LATER =
  'could not be settled now: the provider shows nothing yet, or does not answer. It is looked up again';

function said({ state, isAmbiguous }: PaymentIntent): string {
  if (state === 'DONE') return 'went through: its subscription is on record';
  if (state === 'FAILED') return 'was never made: nobody was charged, and its reference may be used again';
  return isAmbiguous ? 'waits for a person: decide by docs/runbook/money.md#charges-ambiguous' : LATER;
}

function intentView({ clientReferenceId: reference, state, startedAt }: PaymentIntent) {
  return { reference, state, startedAt: iso(startedAt) };
}
