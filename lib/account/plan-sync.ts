import type { CoreApp, PayApp, OfTenant } from '../runtime/app.ts';
import { idAt } from '../billing/identifiers.ts';
import type { Plan } from '../billing/plan.ts';
import type { PayPlan } from '../pay/provider-records.ts';
import { planChanges, plansOf } from '../table/subscribers/plans.ts';
import { onConflict, type Change } from '../table/table.ts';
import { Refusal } from '../refusal.ts';
import { payClientFor, valueOrRefuse } from '../pay/client.ts';
import { planUpdate, writeAll } from './plans.ts';
import { showTenant } from './tenants.ts';
import { withRecord } from '../runtime/for-tenant.ts';

/** Plan references by what the sync did with them. */
export interface Synced {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Deleted or deactivated at the provider. */
  readonly retired: readonly string[];
  readonly unchanged: readonly string[];
  /** Their terms at the provider cannot be read: here they stay as they were. */
  readonly unreadable: readonly string[];
}

/**
 * Takes over the provider's plans, but none of our own fields. Throws the refusals of a provider call, and
 * `concurrent_change`.
 */
export async function syncPlans(app: PayApp & OfTenant): Promise<Synced> {
  const tenant = await showTenant(app);
  const products = valueOrRefuse(await (await payClientFor(withRecord(app, tenant))).listProducts());
  const there = onceEach(products.flatMap(({ plans }) => plans));
  const unreadable = [...new Set(products.flatMap(({ unreadablePlans }) => unreadablePlans))];
  const known = await plansOf(app, { consistent: true });

  const added = there
    .filter(({ reference }) => !known.some((plan) => plan.reference === reference))
    .map((plan) => newPlan(app, plan, known));
  const compared = known
    .filter(({ reference }) => !unreadable.includes(reference))
    .map((plan) => ({ plan, now: providerVersion(plan, there) }));
  const changes = compared.map(({ plan, now }) => planUpdate(app.tenantId, plan, now));
  await write(app, [...added.flatMap((plan) => onlyIfNew(app.tenantId, plan)), ...changes.flat()]);

  const outcomes = compared.map(({ plan, now }, i) => ({
    reference: plan.reference,
    fate: fateOf(plan, now, (changes[i] ?? []).length > 0),
  }));
  const referencesWith = (fate: PlanOutcome) =>
    outcomes.filter((one) => one.fate === fate).map(({ reference }) => reference);
  return {
    added: added.map(({ reference }) => reference),
    changed: referencesWith('changed'),
    retired: referencesWith('retired'),
    unchanged: referencesWith('unchanged'),
    unreadable,
  };
}

/** Each plan once: where products are made or deleted while they are listed, one may be on two pages. */
function onceEach(plans: readonly PayPlan[]): readonly PayPlan[] {
  return [...new Map(plans.map((plan) => [plan.reference, plan])).values()];
}

type PlanOutcome = 'changed' | 'retired' | 'unchanged';

function fateOf(plan: Plan, now: Partial<Plan>, differs: boolean): PlanOutcome {
  if (plan.active && now.active === false) return 'retired';
  return differs ? 'changed' : 'unchanged';
}

function providerVersion(plan: Plan, there: readonly PayPlan[]): Partial<Plan> {
  const found = there.find(({ reference }) => reference === plan.reference);
  if (!found) return { active: false };
  return { ...providerFields(found), active: plan.active && found.active };
}

/** What the provider alone says of a plan, but for whether it is active. */
function providerFields({ reference, productReference, name, createdAt, ...terms }: PayPlan) {
  const { price, currency, interval, intervalCount, trialDays } = terms;
  return {
    ...{ reference, productReference, name, price, currency, interval, intervalCount, trialDays },
    ...(createdAt !== undefined && { createdAt }),
  };
}

/** A new plan of a known product gets the type of the product's other plans. */
function newPlan(app: CoreApp, plan: PayPlan, known: readonly Plan[]): Plan {
  const createdAt = plan.createdAt ?? app.clock();
  const sibling = known.find(({ productReference }) => productReference === plan.productReference);
  return {
    ...providerFields(plan),
    createdAt,
    id: idAt(createdAt, app.newId()),
    lookupKey: null,
    unit: null,
    type: sibling?.type ?? 'DIGITAL',
    shippingPrice: null,
    graceDays: null,
    vatRate: null,
    features: {},
    active: plan.active,
  };
}

/** Concurrent syncs must not create a plan twice. */
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
