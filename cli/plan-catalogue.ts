import { InvalidArgumentError, Option, type Command } from 'commander';
import { createPlan, retirePlan, type PlanToCreate } from '../lib/account/plan-catalogue.ts';
import { vatRateIn } from '../lib/account/plan-fields.ts';
import { setPlan } from '../lib/account/plans.ts';
import type { FeatureChanges } from '../lib/billing/plan.ts';
import { VAT_RATES, type VatRate } from '../lib/billing/vat.ts';
import { DOCUMENT_CURRENCIES } from '../lib/billing/invoice.ts';
import { amountOption } from './amounts.ts';
import { days } from './durations.ts';
import { ofTenant, TENANT, YES, type CliIo, type CommandResult, type TenantCall } from './io.ts';
import { featureOption } from './plan-file.ts';
import { planView } from './plan-view.ts';

interface CreateOptions {
  readonly product: string;
  readonly price: string;
  readonly currency: PlanToCreate['currency'];
  readonly every: Pick<PlanToCreate, 'interval' | 'intervalCount'>;
  readonly trialDays: number;
  readonly vatRate?: VatRate;
  readonly feature?: FeatureChanges;
}

/** `plans create` and `plans retire`: changes of the catalogue at the payment provider. */
export function addCatalogue(plans: Command, io: CliIo): void {
  plans
    .command('create <name>')
    .description('make a plan at the payment provider, with its product, and take it over')
    .addOption(TENANT)
    .requiredOption('--product <name>', "the product's name; made where there is none")
    .requiredOption('--price <amount>', 'for each period, such as 99.90 or 99,90; it can never be changed')
    .addOption(new Option('--currency <code>', 'of the price').choices(DOCUMENT_CURRENCIES).default('TRY'))
    .addOption(
      new Option('--every <period>', 'month, 2weeks, year, day, …')
        .argParser(period)
        .default({ interval: 'MONTHLY', intervalCount: 1 }, 'month'),
    )
    .option('--trial-days <days>', 'how long it is free at first', days, 0)
    .option('--vat-rate <percent>', `the VAT on its documents: ${VAT_RATES.join(', ')}`, vatRateIn)
    .option(
      '--feature <feature>',
      'what it includes, such as export or seats=3; may be repeated',
      featureOption,
    )
    .action(ofTenant(io, create));

  plans
    .command('retire <plan>')
    .description('close a plan to new subscriptions, and take it away at the provider where nobody is on it')
    .addOption(TENANT)
    .option(...YES)
    .action(ofTenant(io, retire));
}

async function create({
  app,
  tenant,
  options,
  names: [name = ''],
}: TenantCall<CreateOptions>): Promise<CommandResult> {
  const { product, price, currency, every, trialDays, vatRate, feature: features } = options;
  const made = await createPlan(app, tenant.id, {
    product,
    name,
    price: amountOption('--price', price, currency),
    currency,
    ...every,
    trialDays,
  });
  const own = { ...(vatRate !== undefined && { vatRate }), ...(features && { features }) };
  const plan = Object.keys(own).length === 0 ? made : await setPlan(app, tenant.id, made.reference, own);
  return {
    json: { tenantId: tenant.id, plan: planView(plan) },
    lines: [`Made the plan ${name} of ${tenant.name} with reference ${plan.reference}.`],
    next: [['plans', 'set', plan.reference, '--grace-days', '7', '--tenant', tenant.name]],
  };
}

async function retire({ app, tenant, names: [name = ''], confirm }: TenantCall): Promise<CommandResult> {
  await confirm(`Retire the plan ${name} of ${tenant.name} for ever`);
  const { plan, deletedAtProvider, keptBecause } = await retirePlan(app, tenant.id, name);
  const there = deletedAtProvider
    ? 'It is gone at the payment provider, too.'
    : `The payment provider keeps it (${keptBecause}); subscriptions on it go on as before.`;
  return {
    json: { tenantId: tenant.id, plan: planView(plan), deletedAtProvider, keptBecause },
    lines: [`Retired ${plan.name} of ${tenant.name}. ${there}`],
  };
}

const INTERVALS = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const;

function period(text: string): CreateOptions['every'] {
  const [, count = '', unit = ''] = /^(\d{0,2})(day|week|month|year)s?$/.exec(text) ?? [];
  const interval = INTERVALS[unit as keyof typeof INTERVALS] as PlanToCreate['interval'] | undefined;
  if (interval === undefined || count === '0')
    throw new InvalidArgumentError('Write it as month, 2weeks or year.');
  return { interval, intervalCount: count === '' ? 1 : Number(count) };
}
