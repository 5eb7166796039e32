import type { Command } from 'commander';
import { eraseCustomer } from '../lib/account/erase.ts';
import { findTenantBy } from '../lib/account/tenants.ts';
import { SUBSCRIPTION_STATUSES } from '../lib/billing/subscription.ts';
import { reconcileSubscriber } from '../lib/reconciliation/reconcile.ts';
import { listDifferences } from '../lib/reconciliation/list-differences.ts';
import { findIdentified } from '../lib/subscriptions/find.ts';
import { listSubscribers } from '../lib/subscriptions/list.ts';
import { differencesAnswer, differencesInput } from '../lib/wire/differences.ts';
import type { App } from '../lib/app.ts';
import { columns } from './columns.ts';
import {
  action,
  ofTenant,
  TENANT,
  UsageError,
  type CliIo,
  type CommandResult,
  type TenantCall,
  type OfTenant,
} from './io.ts';
import { addPaging, pagingIn, type Paging } from './paging.ts';
import { subscriberNamed } from './subscriber-named.ts';

interface ReconcileOptions extends OfTenant {
  readonly all?: boolean;
}

interface DifferenceOptions extends Paging {
  readonly kind?: string;
  readonly state?: string;
}

const BY_OPERATOR = { by: 'operator', id: null } as const;

/** `reconcile`, `differences` and `erase`: what a person sets right. */
export function addRepair(billing: Command, io: CliIo): void {
  billing
    .command('reconcile [subscriber]')
    .description(
      'compare a subscriber with the payment provider now, or with --all every one that has not ended',
    )
    .requiredOption(...TENANT)
    .option('--all', 'every subscriber that has not ended')
    .action(
      action<ReconcileOptions>(io, async ({ app, options, names: [named] }) => {
        if ((named === undefined) !== (options.all === true))
          throw new UsageError('name a subscriber, or say --all');
        const { id, name } = await findTenantBy(app, options.tenant);
        const counts =
          named === undefined ? await reconcileAll(app, id, io) : await reconcileOne(app, id, named);
        return {
          json: { tenantId: id, ...counts },
          lines: [`Compared ${counts.reconciled} of ${name}; the provider was silent for ${counts.silent}.`],
        };
      }),
    );

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
    one.since,
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
        : columns(['since', 'kind', 'reference', 'ours', 'theirs', 'what to do'], rows),
  };
}

async function erase({ app, tenant: { id, name }, names: [email = ''] }: TenantCall): Promise<CommandResult> {
  const erased = await eraseCustomer(app, id, email);
  return {
    json: { tenantId: id, ...erased },
    lines: [
      `Erased a customer of ${name}: ${erased.subscriptions} subscriptions and ${erased.events} events. Invoices are kept.`,
    ],
  };
}

interface Compared {
  readonly reconciled: number;
  readonly silent: number;
}

async function reconcileOne(app: App, tenantId: string, named: string): Promise<Compared> {
  const { subscription } = await findIdentified(app, tenantId, subscriberNamed(named));
  const outcome = await reconcileSubscriber(app, { tenantId, subscriberId: subscription.id }, BY_OPERATOR);
  return outcome === 'reconciled' ? { reconciled: 1, silent: 0 } : { reconciled: 0, silent: 1 };
}

async function reconcileAll(app: App, tenantId: string, io: CliIo): Promise<Compared> {
  let [reconciled, silent] = [0, 0];
  const none = { email: undefined, plan: undefined, from: undefined, to: undefined };
  for (const status of SUBSCRIPTION_STATUSES.filter((one) => one !== 'CANCELLED' && one !== 'EXPIRED'))
    for (let startingAfter: string | null = null; ;) {
      const page = { limit: 100, startingAfter, endingBefore: null };
      const { items, hasMore } = await listSubscribers(app, tenantId, { ...none, status, page });
      for (const { subscription } of items) {
        const outcome = await reconcileSubscriber(
          app,
          { tenantId, subscriberId: subscription.id },
          BY_OPERATOR,
        );
        if (outcome === 'reconciled') reconciled++;
        else silent++;
      }
      io.err(`compared ${reconciled + silent}\n`);
      startingAfter = items.at(-1)?.subscription.id ?? null;
      if (!hasMore || startingAfter === null) break;
    }
  return { reconciled, silent };
}
