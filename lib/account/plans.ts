import { isDeepStrictEqual } from 'node:util';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { PLAN, type Features, type Plan } from '../billing/plan.ts';
import { idFrom } from '../billing/identifiers.ts';
import { plansOf } from '../table/subscribers/plans.ts';
import { key } from '../table/schema.ts';
import type { Change } from '../table/table.ts';
import { validatePlanFields, type OwnPlanFields } from './plan-fields.ts';
import { OperatorError } from './operator-error.ts';
import { showTenant } from './tenants.ts';

/** All plans of a tenant, active or not, newest first. */
export async function listPlans(app: CoreApp & OfTenant): Promise<Plan[]> {
  await showTenant(app);
  return plansOf(app, { consistent: true });
}

/**
 * Sets our own fields of a plan; subscriptions keep the terms they were sold with. Throws OperatorError for an unknown
 * plan or an invalid field.
 */
export async function setPlan(
  app: CoreApp & OfTenant,
  name: string,
  fields: Partial<OwnPlanFields>,
): Promise<Plan> {
  const plans = await listPlans(app);
  const plan = planNamed(plans, name);
  const set = validatePlanFields(plan, fields, plans);
  const siblings = plans.filter(
    (one) =>
      one.id !== plan.id && one.productReference !== null && one.productReference === plan.productReference,
  );
  const { type } = set;
  const forAll = type && { type, ...(type === 'DIGITAL' && { shippingPrice: null }) };
  const changes = [
    ...planUpdate(app.tenantId, plan, { ...set, ...forAll }),
    ...(forAll ? siblings.flatMap((one) => planUpdate(app.tenantId, one, forAll)) : []),
  ];
  await writeAll(app, changes);
  return { ...plan, ...set, ...forAll };
}

/** Sets what a plan includes, and takes away what it included besides. Throws OperatorError for an unknown plan. */
export async function setAllFeatures(
  app: CoreApp & OfTenant,
  name: string,
  features: Features,
): Promise<Plan> {
  const before = await findPlanBy(app, name);
  const gone = Object.fromEntries(Object.keys(before.features).map((key) => [key, null]));
  return setPlan(app, before.reference, { features: { ...gone, ...features } });
}

/** The plan with this reference, id in either form, lookup key or name. Throws OperatorError unless it is one. */
async function findPlanBy(app: CoreApp & OfTenant, name: string): Promise<Plan> {
  return planNamed(await listPlans(app), name);
}

function planNamed(plans: readonly Plan[], name: string): Plan {
  const byKey = plans.find((one) => isNamed(one, name));
  if (byKey) return byKey;
  const called = plans.filter((one) => one.name === name);
  const sold = called.filter(({ active }) => active);
  const [plan, another] = sold.length > 0 ? sold : called;
  if (!plan) throw new OperatorError(`the tenant has no plan ${name}`);
  if (another) throw new OperatorError(`several plans are called ${name}; name one by its reference`);
  return plan;
}

function isNamed(plan: Plan, name: string): boolean {
  return [plan.reference, plan.lookupKey].includes(name) || plan.id === idFrom('plan', name);
}

/** Updates both items of a plan, only in the fields that differ; empty if none do. */
export function planUpdate(tenant: string, plan: Plan, fields: Partial<Plan>): Change[] {
  const { set, remove } = PLAN.change(differing(plan, fields));
  if (Object.keys(set).length + remove.length === 0) return [];
  return [key.plan(tenant, plan), key.planByReference(tenant, plan.reference)].map((update) => ({
    update,
    set,
    remove,
    if: [{ present: true }],
  }));
}

function differing(plan: Plan, fields: Partial<Plan>): Partial<Plan> {
  const current = new Map(Object.entries(plan));
  const others = Object.entries(fields).filter(
    ([name, value]) => !isDeepStrictEqual(current.get(name), value),
  );
  return Object.fromEntries(others);
}

/** DynamoDB's maximum per transaction; an even number, so that a plan's two items stay together. */
const CHANGES_PER_TRANSACTION = 100;

/** Writes any number of changes in as few transactions as possible. Not atomic as a whole: earlier transactions stay. */
export async function writeAll(app: CoreApp, changes: readonly Change[]): Promise<void> {
  for (let from = 0; from < changes.length; from += CHANGES_PER_TRANSACTION)
    await app.table.write(changes.slice(from, from + CHANGES_PER_TRANSACTION));
}
