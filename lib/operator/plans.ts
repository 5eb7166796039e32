import type { Plan } from '../billing/plan.ts';
import type { PayPlan } from '../pay/pay.ts';
import { payAccount } from '../table/tenants.ts';
import { planChanges, plansOf } from '../table/plans.ts';
import { showTenant, Unable, type Operator } from './tenants.ts';

/** What the provider does not know of a plan and an operator may set. */
export type OwnPlanFields = Pick<
  Plan,
  'lookupKey' | 'unit' | 'type' | 'shippingPrice' | 'graceDays' | 'active'
>;

export interface Synced {
  readonly added: number;
  readonly changed: number;
  readonly deactivated: number;
  readonly unchanged: number;
}

const FRESH: OwnPlanFields = {
  lookupKey: null,
  unit: null,
  type: 'DIGITAL',
  shippingPrice: null,
  graceDays: null,
  active: true,
};

/** Takes over the provider's plans by their references. What is gone there becomes inactive; our own fields stay. */
export async function syncPlans(operator: Operator, tenantId: string): Promise<Synced> {
  const { app } = operator;
  const tenant = await showTenant(operator, tenantId);
  const answer = await app.pay(await payAccount(app, tenant)).listProducts();
  if (!answer.ok) throw new Unable(`the payment provider did not tell its plans (${answer.is})`);
  const there = answer.value.flatMap(({ plans }) => plans);
  const known = new Map((await plansOf(app, tenantId)).map((plan) => [plan.reference, plan]));
  const references = new Set(there.map(({ reference }) => reference));
  const gone = [...known.values()].filter((plan) => plan.active && !references.has(plan.reference));
  const wanted = [
    ...there.map((plan) => takenOver(plan, known.get(plan.reference), app.newId)),
    ...gone.map((plan) => ({ ...plan, active: false })),
  ];
  const news = wanted.filter((plan) => JSON.stringify(plan) !== JSON.stringify(known.get(plan.reference)));
  for (const plan of news) await app.table.write(planChanges(tenantId, plan));
  const added = news.filter(({ reference }) => !known.has(reference)).length;
  return {
    added,
    changed: news.length - added - gone.length,
    deactivated: gone.length,
    unchanged: wanted.length - news.length,
  };
}

function takenOver(plan: PayPlan, known: Plan | undefined, newId: () => string): Plan {
  return {
    ...FRESH,
    ...known,
    id: known?.id ?? newId(),
    reference: plan.reference,
    productReference: plan.productReference,
    name: plan.name,
    price: plan.price,
    currency: plan.currency,
    interval: plan.interval,
    intervalCount: plan.intervalCount,
    trialDays: plan.trialDays,
    active: plan.active && (known?.active ?? true),
    createdAt: plan.createdAt,
  };
}

export function listPlans({ app }: Operator, tenantId: string): Promise<Plan[]> {
  return plansOf(app, tenantId);
}

/** Sets our own fields of a plan, named by its reference. Throws Unable where there is none. */
export async function setPlan(
  operator: Operator,
  tenantId: string,
  reference: string,
  fields: Partial<OwnPlanFields>,
): Promise<Plan> {
  const plan = (await plansOf(operator.app, tenantId)).find(
    (one) => one.reference === reference || one.id === reference,
  );
  if (!plan) throw new Unable(`the tenant has no plan ${reference}`);
  const changed = { ...plan, ...fields };
  await operator.app.table.write(planChanges(tenantId, changed));
  return changed;
}
