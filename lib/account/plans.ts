import type { CoreApp } from '../app.ts';
import type { Plan } from '../billing/plan.ts';
import { idFrom } from '../billing/identifiers.ts';
import { planFrom } from '../table/plans.ts';
import { key } from '../table/schema.ts';
import { range } from '../table/ranges.ts';
import type { Change, Update } from '../table/table.ts';
import { validatePlanFields, type OwnPlanFields } from './plan-fields.ts';
import { OperatorError } from './operator-error.ts';
import { showTenant } from './tenants.ts';

/** All plans of a tenant, in use or not, newest first. */
export async function listPlans(app: CoreApp, tenant: string): Promise<Plan[]> {
  await showTenant(app, tenant);
  return plansNow(app, tenant);
}

/** As `listPlans`, for a tenant known to be there. */
export async function plansNow(app: CoreApp, tenant: string): Promise<Plan[]> {
  const items = await app.table.query({ ...range.plans(tenant), consistent: true });
  return items.map(planFrom).sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
}

/**
 * Sets our own fields of a plan, named by its reference, either form of its id, or its lookup key. The type is the
 * product's, so all plans of the product get it; a digital one has no shipping price. Subscriptions keep the terms
 * they were sold with. Throws OperatorError where there is no such plan and where a field makes no sense.
 */
export async function setPlan(
  app: CoreApp,
  tenant: string,
  name: string,
  fields: Partial<OwnPlanFields>,
): Promise<Plan> {
  const plans = await listPlans(app, tenant);
  const plan = planNamed(plans, name);
  const set = validatePlanFields(plan, fields, plans);
  const siblings = plans.filter(
    (one) =>
      one.id !== plan.id && one.productReference !== null && one.productReference === plan.productReference,
  );
  const { type } = set;
  const forAll = type && { type, ...(type === 'DIGITAL' && { shippingPrice: null }) };
  const changes = [
    ...planUpdate(tenant, plan, { ...set, ...forAll }),
    ...(forAll ? siblings.flatMap((one) => planUpdate(tenant, one, forAll)) : []),
  ];
  await writeAll(app, changes);
  return { ...plan, ...set, ...forAll };
}

/** The plan with this reference, either form of its id, or this lookup key. Throws OperatorError where there is none. */
export async function findPlanBy(app: CoreApp, tenant: string, name: string): Promise<Plan> {
  return planNamed(await listPlans(app, tenant), name);
}

function planNamed(plans: readonly Plan[], name: string): Plan {
  const plan = plans.find((one) => isNamed(one, name));
  if (!plan) throw new OperatorError(`the tenant has no plan ${name}`);
  return plan;
}

function isNamed(plan: Plan, name: string): boolean {
  return [plan.reference, plan.lookupKey].includes(name) || plan.id === idFrom('plan', name);
}

/** The two items of a plan are changed alike, and only in what differs; no change where nothing does. */
export function planUpdate(tenant: string, plan: Plan, fields: Partial<Plan>): Change[] {
  const set = differing(plan, fields);
  if (Object.keys(set).length === 0) return [];
  return [key.plan(tenant, plan.id), key.planByReference(tenant, plan.reference)].map((update) => ({
    update,
    set,
    if: [{ present: true }],
  }));
}

function differing(plan: Plan, fields: Partial<Plan>): Required<Update>['set'] {
  const stands = new Map(Object.entries(plan));
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => stands.get(name) !== value));
}

/** DynamoDB takes this many changes in one transaction; an even number, so that a plan's two items stay together. */
const CHANGES_AT_ONCE = 100;

/**
 * Writes any number of changes, as many at once as one transaction takes. Not atomic as a whole: earlier
 * transactions stay if a later one throws.
 */
export async function writeAll(app: CoreApp, changes: readonly Change[]): Promise<void> {
  for (let from = 0; from < changes.length; from += CHANGES_AT_ONCE)
    await app.table.write(changes.slice(from, from + CHANGES_AT_ONCE));
}
