import type { Command } from 'commander';
import { byOperator } from '../lib/billing/timeline.ts';
import { findTenantBy, listTenants } from '../lib/account/tenants.ts';
import type { App } from '../lib/runtime/app.ts';
import { idFrom, svcIdOf, type SubscriberIdentifiers } from '../lib/billing/identifiers.ts';
import { reconcileAll, type Reconciled } from '../lib/reconciliation/reconcile-all.ts';
import { reconcileSubscriber } from '../lib/reconciliation/reconcile.ts';
import { findIdentified } from '../lib/subscriptions/find.ts';
import type { Tenant } from '../lib/table/tenants/tenant.ts';
import { action, optionWords, TENANT, UsageError, type CliIo, type CommandResult } from './io.ts';
import { forTenant } from '../lib/runtime/for-tenant.ts';

interface ReconcileOptions {
  readonly tenant?: string;
  readonly all?: boolean;
  readonly startingAfter?: string;
}

/** `reconcile`: reconciles subscribers with the payment provider now instead of when they are due. */
export function addReconcile(billing: Command, io: CliIo): void {
  billing
    .command('reconcile [subscriber]')
    .description('compare a subscriber with the payment provider now, or with --all every live one')
    .option(TENANT.flags, TENANT.description)
    .option('--all', 'every subscriber that has not ended, of one tenant or of all tenants')
    .option('--starting-after <place>', 'with --all: go on after the place that was told last')
    .action(
      action<ReconcileOptions>(io, async ({ app, options, names: [named], progress }) => {
        if ((named === undefined) !== (options.all === true))
          throw new UsageError('name a subscriber, or say --all');
        if (named !== undefined) return reconcileOne(app, options, named);
        return reconcileMany(app, await placeIn(app, options), progress);
      }),
    );
}

async function reconcileOne(
  app: App,
  { tenant, startingAfter }: ReconcileOptions,
  named: string,
): Promise<CommandResult> {
  if (tenant === undefined) throw new UsageError('say whose subscriber it is with --tenant');
  if (startingAfter !== undefined) throw new UsageError('--starting-after goes with --all');
  const { id, name } = await findTenantBy(app, tenant);
  const own = forTenant(app, id);
  const { subscription } = await findIdentified(own, subscriberNamed(named));
  const outcome = await reconcileSubscriber(own, subscription.id, byOperator);
  const silent = outcome === 'reconciled' ? 0 : 1;
  return {
    json: { tenantId: id, reconciled: 1 - silent, silent },
    lines: [`Compared ${1 - silent} of ${name}; the provider was silent for ${silent}.`],
  };
}

/** Where to continue: the remaining tenants, oldest first, and the last processed subscriber of the first one. */
interface Place {
  readonly tenants: readonly Tenant[];
  readonly after: string | null;
}

/** Parses a place: `<tenant id>/<svc-id>`, or the tenant's id alone to start with its first subscriber. */
async function placeIn(app: App, { tenant, startingAfter }: ReconcileOptions): Promise<Place> {
  const asked = tenant === undefined ? await listTenants(app) : [await findTenantBy(app, tenant)];
  const withAccount = asked.filter(({ pay }) => pay !== null);
  if (startingAfter === undefined) return { tenants: withAccount, after: null };
  const [tenantId, svcId = ''] = startingAfter.split('/');
  const at = withAccount.findIndex(({ id }) => id === tenantId);
  const after = svcId === '' ? null : idFrom('subscription', svcId);
  if (at < 0 || after === undefined) throw new UsageError(`${startingAfter} is no place that was told`);
  return { tenants: withAccount.slice(at), after };
}

async function reconcileMany(
  app: App,
  { tenants, after }: Place,
  progress: (said: string) => void,
): Promise<CommandResult> {
  const all: (Reconciled & { readonly tenantId: string; readonly name: string })[] = [];
  for (const [nth, { id, name }] of tenants.entries()) {
    const done = await reconcileAll(forTenant(app, id), nth === 0 ? after : null, (sofar) =>
      progress(`compared ${countOf(sofar)} of ${name}${placeOf(id, sofar)}`),
    );
    all.push({ tenantId: id, name, ...done });
  }
  const left = all.filter(({ next }) => next !== null);
  return {
    json: {
      tenants: all.map(({ next, ...one }) => ({ ...one, next: next && svcIdOf('subscription', next) })),
    },
    lines:
      all.length === 0 ? ['There is no account at a payment provider to compare with.'] : all.map(lineOf),
    next: left.map(({ tenantId, name, next }) => [
      'reconcile',
      '--all',
      ...optionWords({ tenant: name, 'starting-after': place(tenantId, next) }),
    ]),
  };
}

const countOf = ({ reconciled, silent, failed }: Reconciled) => reconciled + silent + failed;
const place = (tenantId: string, next: string | null) =>
  next === null ? tenantId : `${tenantId}/${svcIdOf('subscription', next)}`;
const placeOf = (tenantId: string, { next }: Reconciled) =>
  next === null ? '' : `; to go on from here: --starting-after ${place(tenantId, next)}`;

function lineOf({ name, reconciled, silent, failed, next }: Reconciled & { readonly name: string }): string {
  const trouble = failed === 0 ? '' : ` ${failed} could not be compared.`;
  const rest = next === null ? '' : ' It stays silent, so the rest was left.';
  return `Compared ${reconciled} of ${name}; the provider was silent for ${silent}.${trouble}${rest}`;
}

/** What an operator names a subscriber by: `sub_…` is our id, anything else a reference of the provider's. */
function subscriberNamed(given: string): SubscriberIdentifiers {
  const id = given.startsWith('sub_') ? idFrom('subscription', given) : undefined;
  const ref = id === undefined ? ({ by: 'pay', reference: given } as const) : ({ by: 'svc', id } as const);
  return { ref, expectedReference: undefined };
}
