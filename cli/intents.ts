import type { Command } from 'commander';
import { OperatorError } from '../lib/account/operator-error.ts';
import type { PaymentIntent } from '../lib/billing/payment-intent.ts';
import { openIntents } from '../lib/checkout/open-intents.ts';
import { resolveIntent } from '../lib/checkout/resolve-intent.ts';
import { lookUpIntent } from '../lib/table/purchases/payment-intents.ts';
import { iso, second, tableOf } from './columns.ts';
import { ofTenant, TENANT, type CliIo, type CommandResult, type TenantCall } from './io.ts';

/** `intents`: direct charges whose outcome is not known yet. */
export function addIntents(billing: Command, io: CliIo): void {
  const intents = billing.command('intents').description('direct charges whose outcome is not settled yet');

  intents
    .command('list')
    .description('the ones under way or unknown, oldest first')
    .requiredOption(...TENANT)
    .action(ofTenant(io, list));

  intents
    .command('resolve <reference>')
    .description('look up at the provider what became of one; never charges again')
    .requiredOption(...TENANT)
    .action(ofTenant(io, resolve));
}

async function list({ app, tenant: { id, name } }: TenantCall): Promise<CommandResult> {
  const open = await openIntents(app, id);
  const rows = open.map(({ reference, state, startedAt }) => [reference, state, second(startedAt)]);
  const [first] = open;
  return {
    json: { tenantId: id, intents: open.map(intentView) },
    lines:
      rows.length === 0
        ? [`${name} has no open charges.`]
        : [tableOf(['reference', 'state', 'started'], rows)],
    next: first ? [['intents', 'resolve', first.reference, '--tenant', name]] : [],
  };
}

async function resolve({
  app,
  tenant: { id, name },
  names: [reference = ''],
}: TenantCall): Promise<CommandResult> {
  if (!(await lookUpIntent(app, id, reference)))
    throw new OperatorError(`${name} has no charge ${reference}`);
  await resolveIntent(app, id, reference);
  const intent = await lookUpIntent(app, id, reference);
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
  return isAmbiguous ? 'fits several at the provider: decide by docs/runbook/charges-ambiguous.md' : LATER;
}

function intentView({ reference, state, startedAt }: PaymentIntent) {
  return { reference, state, startedAt: iso(startedAt) };
}
