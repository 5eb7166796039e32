import type { PayApp } from '../runtime/app.ts';
import type { DocumentCurrency } from '../billing/invoice.ts';
import type { Plan } from '../billing/plan.ts';
import type { Pay } from '../pay/pay.ts';
import type { NewPayPlan } from '../pay/provider-records.ts';
import { OperatorError } from './operator-error.ts';
import { payClientFor, refusalOf, valueOrRefuse } from '../pay/client.ts';
import { isAnswer } from '../pay/failure.ts';
import { syncPlans } from './plan-sync.ts';
import { findPlanBy, listPlans, setPlan } from './plans.ts';
import { showTenant } from './tenants.ts';

/** A plan to create at the provider. The price is a decimal string and can never be changed. */
export interface PlanToCreate extends Omit<NewPayPlan, 'productReference'> {
  /** The product's name; the product is created if it does not exist. */
  readonly product: string;
  readonly currency: DocumentCurrency;
}

/** Creates a plan at the payment provider, with its product, and syncs it. Throws the refusals of a provider call. */
export async function createPlan(app: PayApp, tenantId: string, plan: PlanToCreate): Promise<Plan> {
  const tenant = await showTenant(app, tenantId);
  const pay = await payClientFor(app, tenant);
  const productReference = await productNamed(pay, plan.product);
  const { product: _product, ...asked } = plan;
  const { reference } = valueOrRefuse(await pay.createPlan({ ...asked, productReference }));
  await syncPlans(app, tenantId);
  const made = (await listPlans(app, tenantId)).find((one) => one.reference === reference);
  if (!made)
    throw new OperatorError('the plan was made at the provider, which does not list it yet; sync later');
  return made;
}

/** The result of retiring a plan. */
export interface RetiredPlan {
  readonly plan: Plan;
  /** Whether the provider does not have it any more. One that it keeps is only closed to new subscriptions here. */
  readonly deletedAtProvider: boolean;
  /** What the provider said where it keeps it: its code and message. */
  readonly keptBecause: string | null;
}

/**
 * Closes a plan to new subscriptions, here first, and deletes it at the provider. Throws OperatorError if there is
 * none, and the refusals of a provider call.
 */
export async function retirePlan(app: PayApp, tenantId: string, name: string): Promise<RetiredPlan> {
  const tenant = await showTenant(app, tenantId);
  const { reference } = await findPlanBy(app, tenantId, name);
  const plan = await setPlan(app, tenantId, reference, { active: false });
  const pay = await payClientFor(app, tenant);
  const answer = await pay.deletePlan(reference);
  if (answer.ok) return { plan, deletedAtProvider: true, keptBecause: null };
  const products = await pay.listProducts();
  if (!products.ok) throw refusalOf(answer);
  const isThere = products.value.some(
    ({ plans, unreadablePlans }) =>
      unreadablePlans.includes(reference) || plans.some((one) => one.reference === reference),
  );
  if (!isThere) return { plan, deletedAtProvider: true, keptBecause: null };
  if (!isAnswer(answer)) throw refusalOf(answer);
  const { providerCode = '', message = '' } = 'providerCode' in answer ? answer : {};
  return { plan, deletedAtProvider: false, keptBecause: `${providerCode} ${message}`.trim() };
}

async function productNamed(pay: Pay, name: string): Promise<string> {
  const known = valueOrRefuse(await pay.listProducts()).find((product) => product.name === name);
  return (known ?? valueOrRefuse(await pay.createProduct(name))).reference;
}
