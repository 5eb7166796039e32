import type { PlanRef } from '../billing/identifiers.ts';
import type { CoreApp, PayApp, WithTenant, OfTenant } from '../runtime/app.ts';
import { purchaseDetails, type PurchaseDetails } from '../billing/buyer.ts';
import type { Customer } from '../billing/customer.ts';
import type { Plan } from '../billing/plan.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { PayCustomer } from '../pay/pay.ts';
import { Refusal } from '../refusal.ts';
import { customerFrom, customerKey, newCustomerHash, purchaseBegun } from '../table/subscribers/customers.ts';
import { withCustomerHash } from '../table/ids.ts';
import { key } from '../table/schema.ts';
import { customerWith, isExternalPerson } from '../table/subscribers/external-ids.ts';
import { planFrom, planKey } from '../table/subscribers/plans.ts';
import { onConflict, type Item, type Key } from '../table/table.ts';
import type { Tenant } from '../table/tenants/tenant.ts';

/** An active plan, and its customer. */
export interface PlanAndCustomer {
  readonly plan: Plan;
  /** The tenant's customer with this e-mail, as this request names them. */
  readonly customer: Customer;
  readonly known: Customer | undefined;
}

/** The keys that `planAndCustomerFrom` needs, in its order, so that callers can read more in the same round trip. */
export function planAndCustomerKeys(
  tenant: Tenant,
  ref: PlanRef,
  payer: PayCustomer,
  { externalId }: PurchaseDetails = {},
): Key[] {
  const person = externalId === undefined ? [] : [key.externalPerson(tenant.id, externalId)];
  return [planKey(tenant.id, ref), customerKey(tenant, payer.email), ...person];
}

/** Parses the items of `planAndCustomerKeys`. Throws `plan_not_found`, `plan_inactive` or `external_id_taken`. */
export function planAndCustomerFrom(
  app: PayApp & WithTenant,
  [planItem, ...others]: readonly (Item | undefined)[],
  payer: PayCustomer,
): PlanAndCustomer {
  if (!planItem) throw new Refusal('plan_not_found');
  const plan = planFrom(planItem);
  if (!plan.active) throw new Refusal('plan_inactive');
  const found = others.filter((item) => item !== undefined);
  const customerItem = found.find((item) => !isExternalPerson(item));
  const known = customerItem && customerFrom(customerItem);
  const person = found.find(isExternalPerson);
  if (person && customerWith(person) !== known?.id) throw new Refusal('external_id_taken');
  return { plan, customer: customerFor(app, payer, known), known };
}

/** The tenant's customer with this e-mail, as described now: the one on record, or a new one. */
export function customerFor(
  app: CoreApp & WithTenant,
  { name, surname, email, gsmNumber }: Pick<Customer, 'name' | 'surname' | 'email' | 'gsmNumber'>,
  known: Customer | undefined,
): Customer {
  return {
    id: known?.id ?? withCustomerHash(app.newId(), newCustomerHash(app.tenant, email)),
    email: known?.email ?? email,
    name,
    surname,
    gsmNumber,
    payReference: known?.payReference ?? null,
    endedAt: known?.endedAt ?? null,
    createdAt: known?.createdAt ?? app.clock(),
  };
}

/**
 * Records a customer, and returns the one on record. If another request has just recorded the same e-mail, its record
 * is used. If the customer was erased since it was read, it is recorded as a new one.
 */
export async function recordCustomer(
  app: PayApp & OfTenant,
  customer: Customer,
  known: Customer | undefined,
): Promise<Customer> {
  const recorded = await onConflict<Customer | undefined>(
    async () => {
      await app.table.apply(purchaseBegun(app.tenantId, customer, known));
      return customer;
    },
    ({ found: [there] }) => there && customerFrom(there),
  );
  if (recorded || !known) return recorded ?? customer;
  return recordCustomer(app, { ...customer, payReference: null, endedAt: null }, undefined);
}

/** Who a customer is, as a subscription stores it. */
export function identityOf({ id, email, name, surname, gsmNumber }: Subscription['customer'] | Customer) {
  return { id, email, name, surname, gsmNumber };
}

/** The customer as the buyer of one purchase, as its request described them. */
export function buyerOf(
  customer: Customer,
  request: Parameters<typeof purchaseDetails>[0],
): Subscription['customer'] {
  return { ...identityOf(customer), ...purchaseDetails(request) };
}
