import { Option, type Command } from 'commander';
import type { FeatureChanges, Plan } from '../lib/billing/plan.ts';
import { vatRateIn, type OwnPlanFields } from '../lib/account/plan-fields.ts';
import { VAT_RATES, type VatRate } from '../lib/billing/vat.ts';
import { findPlanBy, listPlans, setPlan } from '../lib/account/plans.ts';
import { syncPlans } from '../lib/account/plan-sync.ts';
import { findTenantBy } from '../lib/account/tenants.ts';
import { amountOption, checkAmount } from './amounts.ts';
import { tableOf } from './columns.ts';
import { days } from './durations.ts';
import { addCatalogue } from './plan-catalogue.ts';
import { addPlanFile, featureOption } from './plan-file.ts';
import { planView } from './plan-view.ts';
import {
  action,
  ofTenant,
  TENANT,
  UsageError,
  type CliIo,
  type CommandCall,
  type CommandResult,
  type TenantCall,
  type OfTenant,
} from './io.ts';

/** A field set to false by `--no-…` is removed from the plan. */
interface SetOptions extends OfTenant {
  readonly lookupKey?: string | false;
  readonly unit?: string | false;
  readonly type?: Plan['type'];
  readonly shippingPrice?: string | false;
  readonly graceDays?: number | false;
  readonly vatRate?: VatRate | false;
  readonly active?: boolean;
  readonly feature?: FeatureChanges;
}

/** `plans`: the plans on record, their sync with the provider, and our own fields of them. */
export function addPlans(billing: Command, io: CliIo): void {
  const plans = billing.command('plans').description('what can be subscribed to');

  plans
    .command('sync')
    .description("take over the payment provider's plans; what is gone there becomes inactive")
    .addOption(TENANT)
    .action(ofTenant(io, sync));

  plans.command('list').description('all plans, newest first').addOption(TENANT).action(ofTenant(io, list));

  addCatalogue(plans, io);
  addPlanFile(plans, io);

  plans
    .command('set <plan>')
    .description('what only we know of a plan, named by its reference, id, lookup key or name')
    .addOption(TENANT)
    .option('--lookup-key <key>', 'a name that stays when the plan is replaced')
    .option('--no-lookup-key', 'take it away')
    .option('--unit <text>', 'what a bundle holds')
    .option('--no-unit', 'take it away')
    .addOption(
      new Option('--type <type>', "the product's, so of all its plans").choices(['PHYSICAL', 'DIGITAL']),
    )
    .option('--shipping-price <amount>', 'the part of the price that is shipping')
    .option('--no-shipping-price', 'take it away')
    .option('--grace-days <days>', 'how long access lasts after a failed payment', days)
    .option('--no-grace-days', 'take it away')
    .option('--vat-rate <percent>', `the VAT on its documents: ${VAT_RATES.join(', ')}`, vatRateIn)
    .option('--no-vat-rate', "the invoicing account's again")
    .option(
      '--feature <feature>',
      'what it includes, such as export or seats=3; seats= takes it away; may be repeated',
      featureOption,
    )
    .option('--active', 'can be subscribed to')
    .option('--no-active', 'can no longer be subscribed to')
    .action(action(io, set));
}

async function sync({ app, tenant: { id, name } }: TenantCall): Promise<CommandResult> {
  const synced = await syncPlans(app, id);
  const { unreadable, ...read } = synced;
  const { added, changed, retired, unchanged } = read;
  const counts = [
    `${added.length} added`,
    `${changed.length} changed`,
    `${retired.length} retired`,
    `${unchanged.length} unchanged`,
  ];
  return {
    json: { tenantId: id, ...(unreadable.length === 0 ? read : synced) },
    lines: [
      `Took over the plans of ${name}: ${counts.join(', ')}.`,
      ...unreadable.map(
        (reference) => `The terms of ${reference} there cannot be read; here it stays as it is.`,
      ),
    ],
  };
}

async function list({ app, tenant: { id, name } }: TenantCall): Promise<CommandResult> {
  const all = await listPlans(app, id);
  return {
    json: { tenantId: id, plans: all.map(planView) },
    lines:
      all.length === 0
        ? [`${name} has no plans; plans sync takes them over from the provider.`]
        : [tableOf(['reference', 'name', 'price', 'every', 'grace', 'VAT', 'type', 'state'], all.map(row))],
  };
}

async function set({ app, options, names: [name = ''] }: CommandCall<SetOptions>): Promise<CommandResult> {
  const fields = fieldsIn(options);
  if (Object.keys(fields).length === 0) throw new UsageError('say what to set; --help shows it');
  const tenant = await findTenantBy(app, options.tenant);
  const shipping = options.shippingPrice;
  const written = typeof shipping === 'string' && {
    shippingPrice: await shippingWritten(app, tenant.id, name, shipping),
  };
  const plan = await setPlan(app, tenant.id, name, { ...fields, ...written });
  return {
    json: { tenantId: tenant.id, plan: planView(plan) },
    lines: [`Changed ${plan.name} of ${tenant.name}: ${Object.keys(fields).join(', ')}.`],
  };
}

/** In the plan's currency; a part of the price may be nothing. */
async function shippingWritten(
  app: CommandCall['app'],
  tenant: string,
  name: string,
  given: string,
): Promise<string> {
  checkAmount('--shipping-price', given, { mayBeNothing: true });
  const { currency } = await findPlanBy(app, tenant, name);
  return amountOption('--shipping-price', given, currency, { mayBeNothing: true });
}

function fieldsIn(options: SetOptions): Partial<OwnPlanFields> {
  const { lookupKey, unit, type, shippingPrice, graceDays, vatRate: rate, active, feature } = options;
  return {
    ...(lookupKey !== undefined && { lookupKey: orNull(lookupKey) }),
    ...(unit !== undefined && { unit: orNull(unit) }),
    ...(type !== undefined && { type }),
    ...(shippingPrice !== undefined && { shippingPrice: orNull(shippingPrice) }),
    ...(graceDays !== undefined && { graceDays: orNull(graceDays) }),
    ...(rate !== undefined && { vatRate: orNull(rate) }),
    ...(active !== undefined && { active }),
    ...(feature !== undefined && { features: feature }),
  };
}

function orNull<T>(given: T | false): T | null {
  return given === false ? null : given;
}

function row(plan: Plan): string[] {
  const { reference, name, price, currency, interval, intervalCount, graceDays, type, active } = plan;
  const vat = plan.vatRate === null ? '-' : `${plan.vatRate} %`;
  const every = intervalCount === 1 ? interval : `${intervalCount} × ${interval}`;
  const grace = graceDays === null ? '-' : `${graceDays} d`;
  return [reference, name, `${price} ${currency}`, every, grace, vat, type, active ? 'active' : 'inactive'];
}
