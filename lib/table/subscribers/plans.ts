import type { CoreApp } from '../../runtime/app.ts';
import type { PlanRef } from '../../billing/identifiers.ts';
import { termsOf, type Feature, type Features, type Plan, type PlanTerms } from '../../billing/plan.ts';
import { Refusal } from '../../refusal.ts';
import { isVatRate, type VatRate } from '../../billing/vat.ts';
import { Unreadable } from '../../record.ts';
import { fieldsOf, type Fields } from '../fields.ts';
import { key } from '../schema.ts';
import { range } from '../ranges.ts';
import type { Attribute, Change, Item, Key } from '../table.ts';

/** The key of a plan by either identifier. */
export function planKey(tenant: string, ref: PlanRef): Key {
  return ref.by === 'pay' ? key.planByReference(tenant, ref.reference) : key.plan(tenant, ref);
}

/** Parses a plan. Throws Unreadable. */
export function planFrom(item: Item): Plan {
  const of = fieldsOf(item);
  return {
    id: of.text('id'),
    reference: of.text('reference'),
    productReference: of.textOrNull('productReference'),
    name: of.text('name'),
    lookupKey: of.textOrNull('lookupKey'),
    price: of.text('price'),
    currency: of.text('currency'),
    interval: of.oneOf('interval', ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']),
    intervalCount: of.number('intervalCount'),
    trialDays: of.number('trialDays'),
    unit: of.textOrNull('unit'),
    type: of.oneOf('type', ['PHYSICAL', 'DIGITAL']),
    shippingPrice: of.textOrNull('shippingPrice'),
    graceDays: of.numberOrNull('graceDays'),
    vatRate: vatRateIn(of),
    features: featuresFrom(item.features),
    active: of.flag('active'),
    createdAt: of.number('createdAt'),
  };
}

function vatRateIn(of: Fields): VatRate | null {
  const rate = of.numberOrNull('vatRate');
  if (rate !== null && !isVatRate(rate)) throw new Unreadable('vatRate');
  return rate;
}

/** What a plan includes, by key: the table gives a map's members in any order. Throws Unreadable. */
function featuresFrom(stored: Attribute | undefined): Features {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored) || stored instanceof Uint8Array)
    throw new Unreadable('features');
  const entries = Object.entries(stored).map(([name, value]) => [name, featureFrom(value)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function featureFrom(stored: Attribute): Feature {
  if (stored === true || typeof stored === 'number' || typeof stored === 'string') return stored;
  throw new Unreadable('features');
}

/** The two items of a plan: under its id and under its reference. */
export function planChanges(tenant: string, plan: Plan): Change[] {
  return [
    { put: { ...key.plan(tenant, plan), ...plan } },
    { put: { ...key.planByReference(tenant, plan.reference), ...plan } },
  ];
}

/** All plans of a tenant, newest first. */
export async function plansOf(
  app: CoreApp,
  tenant: string,
  { consistent }: { readonly consistent: boolean } = { consistent: false },
): Promise<Plan[]> {
  const items = await app.table.query({ ...range.plans(tenant), backwards: true, consistent });
  return items.map(planFrom).sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
}

/** The terms of known plans by the provider's reference. */
export async function plansByReference(
  app: CoreApp,
  tenant: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, PlanTerms>> {
  const keys = references.map((reference) => key.planByReference(tenant, reference));
  const items = keys.length === 0 ? [] : await app.table.getMany(keys, { consistent: false });
  const plans = items.filter((item) => item !== undefined).map(planFrom);
  return new Map(plans.map((plan) => [plan.reference, termsOf(plan)]));
}

/** The plan of this reference or id. Throws `plan_not_found`. */
export async function findPlan(app: CoreApp, tenant: string, ref: PlanRef): Promise<Plan> {
  const plan = await lookUpPlan(app, tenant, ref);
  if (!plan) throw new Refusal('plan_not_found');
  return plan;
}

/** The plan of this reference or id, if there is one. */
export async function lookUpPlan(app: CoreApp, tenant: string, ref: PlanRef): Promise<Plan | undefined> {
  const item = await app.table.get(planKey(tenant, ref), { consistent: false });
  return item && planFrom(item);
}
