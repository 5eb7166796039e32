import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import type { PlanRef } from '../../billing/identifiers.ts';
import { PLAN, termsOf, type Plan, type PlanTerms } from '../../billing/plan.ts';
import { Refusal } from '../../refusal.ts';
import { key } from '../schema.ts';
import { range } from '../ranges.ts';
import type { Change, Item, Key } from '../table.ts';

/** The key of a plan by either identifier. */
export function planKey(tenant: string, ref: PlanRef): Key {
  return ref.by === 'pay' ? key.planByReference(tenant, ref.reference) : key.plan(tenant, ref);
}

/** Parses a plan. Throws Unreadable. */
export const planFrom = (item: Item): Plan => PLAN.read(item);

/** The two items of a plan: under its id and under its reference. */
export function planChanges(tenant: string, plan: Plan): Change[] {
  return [
    { put: { ...PLAN.write(plan), ...key.plan(tenant, plan) } },
    { put: { ...PLAN.write(plan), ...key.planByReference(tenant, plan.reference) } },
  ];
}

/** All plans of a tenant, newest first. */
export async function plansOf(
  app: CoreApp & OfTenant,
  { consistent }: { readonly consistent: boolean } = { consistent: false },
): Promise<Plan[]> {
  const items = await app.table.query({ ...range.plans(app.tenantId), backwards: true, consistent });
  return items.map(planFrom).sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
}

/** The terms of known plans by the provider's reference. */
export async function plansByReference(
  app: CoreApp & OfTenant,
  references: readonly string[],
): Promise<ReadonlyMap<string, PlanTerms>> {
  const keys = references.map((reference) => key.planByReference(app.tenantId, reference));
  const items = keys.length === 0 ? [] : await app.table.getMany(keys, { consistent: false });
  const plans = items.filter((item) => item !== undefined).map(planFrom);
  return new Map(plans.map((plan) => [plan.reference, termsOf(plan)]));
}

/** The plan of this reference or id. Throws `plan_not_found`. */
export async function findPlan(app: CoreApp & OfTenant, ref: PlanRef): Promise<Plan> {
  const plan = await lookUpPlan(app, ref);
  if (!plan) throw new Refusal('plan_not_found');
  return plan;
}

/** The plan of this reference or id, if there is one. */
export async function lookUpPlan(app: CoreApp & OfTenant, ref: PlanRef): Promise<Plan | undefined> {
  const item = await app.table.get(planKey(app.tenantId, ref), { consistent: false });
  return item && planFrom(item);
}
