import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import { OperatorError } from '../lib/account/operator-error.ts';
import { validatePlanFields } from '../lib/account/plan-fields.ts';
import { listPlans, setPlan } from '../lib/account/plans.ts';
import type { Plan } from '../lib/billing/plan.ts';
import { Refusal } from '../lib/refusal.ts';
import { planSettingsInput, type PlanSettingsInput } from '../lib/wire/plans.ts';
import {
  ofTenant,
  TENANT,
  UsageError,
  type CliIo,
  type CommandResult,
  type OfTenant,
  type TenantCall,
} from './io.ts';

interface ImportOptions extends OfTenant {
  readonly dryRun?: boolean;
}

const anyPlans = z.array(z.looseObject({ name: z.optional(z.string()) }));
/** What GET /account/plans answers, or its `data` alone. */
const planFile = z.union([anyPlans, z.object({ data: anyPlans })]);

/** `plans import`: what only we know of plans, as another tenant or a file has it. */
export function addPlans(billing: Command, io: CliIo): void {
  billing
    .command('plans')
    .description('what can be subscribed to')
    .command('import <file>')
    .description(
      'take over what only we know of plans, such as features, from what GET /account/plans answered',
    )
    .addOption(TENANT)
    .option('--dry-run', 'only say what would be set')
    .action(ofTenant(io, importPlans));
}

/** Everything is read and checked before anything is set; repeated, it changes nothing more. */
async function importPlans({
  app,
  options,
  names: [file = ''],
}: TenantCall<ImportOptions>): Promise<CommandResult> {
  const { tenant } = app;
  const known = await listPlans(app);
  const all = entriesIn(file).map((entry) => settingOf(entry, known));
  for (const { plan, fields } of all) validatePlanFields(plan, fields, known);
  if (!options.dryRun) for (const { plan, fields } of all) await setPlan(app, plan.reference, fields);
  const said = all.map(({ plan, fields }) => `${plan.name}: ${Object.keys(fields).join(', ')}`);
  return {
    json: {
      tenantId: tenant.id,
      dryRun: options.dryRun ?? false,
      plans: all.map(({ plan, fields }) => ({ reference: plan.reference, fields })),
    },
    lines: [`${options.dryRun ? 'Would set' : 'Set'} for ${tenant.name}:`, ...said],
    next: options.dryRun ? [['plans', 'import', file, '--tenant', tenant.name]] : [],
  };
}

function entriesIn(file: string): readonly Readonly<Record<string, unknown>>[] {
  const read = planFile.safeParse(jsonIn(file));
  if (!read.success)
    throw new UsageError(`${file} holds no list of plans; save what GET /account/plans answers`);
  return 'data' in read.data ? read.data.data : read.data;
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UsageError(`${file} cannot be read as JSON`);
  }
}

/** What an entry sets of which plan: whether it is sold stays the provider's to say. Throws OperatorError, naming the entry. */
function settingOf(entry: Readonly<Record<string, unknown>>, known: readonly Plan[]) {
  const plan = planLike(entry, known);
  const { active: _sold, svcId: _id, ...given } = entry;
  const fields = readFields(entry, { ...given, pricingPlanReferenceCode: plan.reference });
  const gone = Object.fromEntries(Object.keys(plan.features).map((key) => [key, null]));
  return {
    plan,
    fields: { ...fields, ...(fields.features && { features: { ...gone, ...fields.features } }) },
  };
}

function readFields(entry: Readonly<Record<string, unknown>>, body: object): PlanSettingsInput['fields'] {
  try {
    return planSettingsInput(body).fields;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new OperatorError(`${nameOf(entry)}: ${error.message}`);
  }
}

/** The plan with the entry's reference, lookup key or name: another tenant's plans have other references. */
function planLike(entry: Readonly<Record<string, unknown>>, known: readonly Plan[]): Plan {
  const { referenceCode, lookup_key: lookupKey, name } = entry;
  const sold = known.filter(({ active }) => active);
  const named = sold.filter((plan) => plan.name === name);
  const found =
    known.find(({ reference }) => reference === referenceCode) ??
    sold.find((plan) => plan.lookupKey !== null && plan.lookupKey === lookupKey) ??
    named[0];
  if (!found) throw new OperatorError(`the tenant has no plan ${nameOf(entry)}`);
  if (found === named[0] && named.length > 1)
    throw new OperatorError(`several plans are called ${nameOf(entry)}; name one by its reference`);
  return found;
}

const nameOf = ({ name, referenceCode }: Readonly<Record<string, unknown>>): string => {
  const first = [name, referenceCode].find((one) => typeof one === 'string');
  return typeof first === 'string' ? first : 'without a name';
};
