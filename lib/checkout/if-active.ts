import type { CoreApp, WithTenant } from '../runtime/app.ts';
import { viewAt } from '../billing/current-state.ts';
import { svcIdOf } from '../billing/identifiers.ts';
import type { Customer } from '../billing/customer.ts';
import type { Plan } from '../billing/plan.ts';
import { hasEnded } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import { lookUpCustomer } from '../table/subscribers/customers.ts';
import { unsettledPurchases } from '../table/purchases/begun-purchases.ts';
import { planFrom, planKey } from '../table/subscribers/plans.ts';

/** A purchase that is refused where its customer has, or may just have bought, a plan of the same product. */
export interface UnlessActive {
  readonly plan: Plan;
  readonly customer: Pick<Customer, 'id' | 'email'>;
}

/**
 * Refuses a second subscription of a product. Throws `already_subscribed` with the `svcId` of the live one, and
 * `purchase_in_progress` where a purchase may have been paid and is not on record yet. A form that nobody has come back
 * from is none: it may be abandoned.
 */
export async function refuseIfActive(
  app: CoreApp & WithTenant,
  { plan, customer }: UnlessActive,
  now: number,
): Promise<void> {
  const [{ subscriptions }, unsettled] = await Promise.all([
    lookUpCustomer(app, customer.email),
    unsettledPurchases(app, customer, now),
  ]);
  const live = subscriptions.map((one) => viewAt(one, now)).filter((one) => !hasEnded(one));
  const plans = [...live, ...unsettled].map((one) => one.plan.id);
  const sameProduct = await plansOfProduct(app, plan, new Set(plans));
  const found = live.find((one) => sameProduct.has(one.plan.id));
  if (!found && unsettled.some((one) => sameProduct.has(one.plan.id)))
    throw new Refusal('purchase_in_progress');
  if (!found) return;
  const svcId = svcIdOf('subscription', found.id);
  throw new Refusal('already_subscribed', { extra: { svcId } });
}

/** Those of some plans, by id, that are of a plan's product. */
async function plansOfProduct(
  app: CoreApp & WithTenant,
  { id, productReference }: Plan,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const others = [...ids].filter((one) => one !== id);
  if (others.length === 0 || productReference === null) return new Set([id]);
  const keys = others.map((one) => planKey(app.tenantId, { by: 'svc', id: one }));
  const items = await app.table.getMany(keys, { consistent: false });
  const plans = items.filter((item) => item !== undefined).map(planFrom);
  const same = plans.filter((one) => one.productReference === productReference);
  return new Set([id, ...same.map((one) => one.id)]);
}
