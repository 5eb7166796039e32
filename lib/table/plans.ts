import type { CoreApp } from '../app.ts';
import type { Plan } from '../billing/plan.ts';
import { flag, number, oneOf, orNull, text } from './read-item.ts';
import { key, range } from './schema.ts';
import type { Change, Item, Key } from './table.ts';

/** How a caller named a plan: by the provider's reference or by our id. */
export type PlanRef =
  { readonly by: 'pay'; readonly reference: string } | { readonly by: 'svc'; readonly id: string };

export function planKey(tenant: string, choice: PlanRef): Key {
  return choice.by === 'pay' ? key.planByReference(tenant, choice.reference) : key.plan(tenant, choice.id);
}

/** Reads a plan's item. Throws `UnreadableItem` where it is not one. */
export function planFrom(item: Item): Plan {
  return {
    id: text(item, 'id'),
    reference: text(item, 'reference'),
    productReference: orNull(item, 'productReference', text),
    name: text(item, 'name'),
    lookupKey: orNull(item, 'lookupKey', text),
    price: text(item, 'price'),
    currency: text(item, 'currency'),
    interval: oneOf(item, 'interval', ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']),
    intervalCount: number(item, 'intervalCount'),
    trialDays: number(item, 'trialDays'),
    unit: orNull(item, 'unit', text),
    type: oneOf(item, 'type', ['PHYSICAL', 'DIGITAL']),
    shippingPrice: orNull(item, 'shippingPrice', text),
    graceDays: orNull(item, 'graceDays', number),
    active: flag(item, 'active'),
    createdAt: number(item, 'createdAt'),
  };
}

/** The two items of a plan: under its id and under its reference. */
export function planChanges(tenant: string, plan: Plan): Change[] {
  return [
    { put: { ...key.plan(tenant, plan.id), ...plan } },
    { put: { ...key.planByReference(tenant, plan.reference), ...plan } },
  ];
}

/** All plans of a tenant, newest first. */
export async function plansOf(app: CoreApp, tenant: string): Promise<Plan[]> {
  const items = await app.table.query({ ...range.plans(tenant), backwards: true, consistent: false });
  return items.map(planFrom).sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
}
