import type { CoreApp, PayApp } from '../app.ts';
import { idAt } from '../billing/identifiers.ts';
import type { Plan } from '../billing/plan.ts';
import type { PayPlan } from '../pay/provider-records.ts';
import { planChanges } from '../table/plans.ts';
import { onConflict, type Change } from '../table/table.ts';
import { Refusal } from '../refusal.ts';
import { payClientFor, valueOrRefuse } from './pay-client.ts';
import { plansNow, planUpdate, writeAll } from './plans.ts';
import { showTenant } from './tenants.ts';

/** References of the plans, by what became of them. */
export interface Synced {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Gone at the provider, or switched off there. */
  readonly retired: readonly string[];
  readonly unchanged: readonly string[];
}

/**
 * Takes over the provider's plans by their references: names, prices, intervals, trials. What the provider does not
 * know stays as it is. A plan that is gone or off there becomes inactive, and none becomes active again by itself:
 * an operator says so. Refused as every call of the provider is, and with `concurrent_change` where somebody else
 * changes plans at the same time.
 */
export async function syncPlans(app: PayApp, tenantId: string): Promise<Synced> {
  const tenant = await showTenant(app, tenantId);
  const products = valueOrRefuse(await (await payClientFor(app, tenant)).listProducts());
  const there = products.flatMap(({ plans }) => plans);
  const known = await plansNow(app, tenantId);

  const fresh = there
    .filter(({ reference }) => !known.some((plan) => plan.reference === reference))
    .map((plan) => newPlan(plan, known, app.newId()));
  const compared = known.map((plan) => ({ plan, now: taken(plan, there) }));
  const changes = compared.map(({ plan, now }) => planUpdate(tenantId, plan, now));
  await write(app, [...fresh.flatMap((plan) => onlyIfNew(tenantId, plan)), ...changes.flat()]);

  const outcomes = compared.map(({ plan, now }, i) => ({
    reference: plan.reference,
    fate: fateOf(plan, now, (changes[i] ?? []).length > 0),
  }));
  const having = (fate: Fate) =>
    outcomes.filter((one) => one.fate === fate).map(({ reference }) => reference);
  return {
    added: fresh.map(({ reference }) => reference),
    changed: having('changed'),
    retired: having('retired'),
    unchanged: having('unchanged'),
  };
}

type Fate = 'changed' | 'retired' | 'unchanged';

function fateOf(plan: Plan, now: Partial<Plan>, differs: boolean): Fate {
  if (plan.active && now.active === false) return 'retired';
  return differs ? 'changed' : 'unchanged';
}

/** What the provider says of a plan we know. */
function taken(plan: Plan, there: readonly PayPlan[]): Partial<Plan> {
  const found = there.find(({ reference }) => reference === plan.reference);
  if (!found) return { active: false };
  return { ...theirs(found), active: plan.active && found.active };
}

/** What the provider alone decides of a plan. */
function theirs({ active: _active, ...fields }: PayPlan) {
  return fields;
}

/** A plan of a product we know is of the same type as the product's other plans. */
function newPlan(plan: PayPlan, known: readonly Plan[], id: string): Plan {
  const sibling = known.find(({ productReference }) => productReference === plan.productReference);
  return {
    ...theirs(plan),
    id: idAt(plan.createdAt, id),
    lookupKey: null,
    unit: null,
    type: sibling?.type ?? 'DIGITAL',
    shippingPrice: null,
    graceDays: null,
    active: plan.active,
  };
}

/** Two syncs at the same time must not make two plans of one reference. */
function onlyIfNew(tenant: string, plan: Plan): Change[] {
  return planChanges(tenant, plan).map((change) => ({ ...change, if: [{ absent: true }] }));
}

function write(app: CoreApp, changes: readonly Change[]): Promise<void> {
  return onConflict(
    () => writeAll(app, changes),
    (conflict) => {
      throw new Refusal('concurrent_change', {}, conflict);
    },
  );
}
