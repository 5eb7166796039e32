import type { PayApp } from '../app.ts';
import type { Plan } from '../billing/plan.ts';
import type { Pay } from '../pay/pay.ts';
import type { PayPlan } from '../pay/provider-records.ts';
import { OperatorError } from './operator-error.ts';
import { payClientFor, valueOrRefuse } from './pay-client.ts';
import { syncPlans } from './plan-sync.ts';
import { findPlanBy, listPlans, setPlan } from './plans.ts';
import { showTenant } from './tenants.ts';

/** A plan to be made at the provider. The price is a decimal string; it can never be changed. */
export interface PlanToCreate {
  /** The product's name; one that is not there yet is made. */
  readonly product: string;
  readonly name: string;
  readonly price: string;
  readonly currency: 'TRY' | 'USD' | 'EUR';
  readonly interval: PayPlan['interval'];
  readonly intervalCount: number;
  readonly trialDays: number;
}

/**
 * Makes a plan at the payment provider, with its product where there is none of that name, and takes it over. Refused as
 * every call of the provider is; a name that is taken there is `provider_refused`.
 */
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

/** What becomes of a plan that is retired. */
export interface RetiredPlan {
  readonly plan: Plan;
  /** False where subscriptions still run on it at the provider: it is then only closed to new ones here. */
  readonly deletedAtProvider: boolean;
}

/**
 * Closes a plan to new subscriptions, here first, and takes it away at the provider unless subscriptions run on it there.
 * Those keep their terms. Throws OperatorError where the tenant has no such plan.
 */
export async function retirePlan(app: PayApp, tenantId: string, name: string): Promise<RetiredPlan> {
  const tenant = await showTenant(app, tenantId);
  const { reference } = await findPlanBy(app, tenantId, name);
  const plan = await setPlan(app, tenantId, reference, { active: false });
  const answer = await (await payClientFor(app, tenant)).deletePlan(reference);
  const stays = !answer.ok && (answer.is === 'refused' || answer.is === 'notFound');
  if (!stays) valueOrRefuse(answer);
  return { plan, deletedAtProvider: answer.ok };
}

async function productNamed(pay: Pay, name: string): Promise<string> {
  const known = valueOrRefuse(await pay.listProducts()).find((product) => product.name === name);
  return (known ?? valueOrRefuse(await pay.createProduct(name))).reference;
}
