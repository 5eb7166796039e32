import type { PayApp } from '../app.ts';
import type { CheckoutOf, SubscribeCheckout } from '../billing/checkout.ts';
import type { Customer } from '../billing/customer.ts';
import { termsOf, type Plan } from '../billing/plan.ts';
import type { HostedForm, PayCustomer } from '../pay/pay.ts';
import { Refusal } from '../refusal.ts';
import { checkoutPut } from '../table/checkouts.ts';
import { formPut } from '../table/payment-forms.ts';
import { customerFrom, customerChange } from '../table/customers.ts';
import { planFrom, planKey, type PlanRef } from '../table/plans.ts';
import { key } from '../table/schema.ts';
import { customerHash, withCustomerHash } from '../table/ids.ts';
import { tryWrite, type Item, type Key } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import { payClientFor, valueOrRefuse } from '../account/pay-client.ts';

/** What a hosted checkout is opened for. */
export interface HostedCheckout {
  readonly plan: PlanRef;
  readonly callbackUrl: string;
  readonly customer: PayCustomer;
  readonly initialStatus: 'ACTIVE' | 'PENDING';
}

/**
 * Opens a hosted checkout: the plan and the customer are found, the provider draws up the form, then checkout, form
 * and customer are recorded. Nobody sees the form before it is on record.
 */
export async function openCheckout(
  app: PayApp,
  tenant: Tenant,
  input: HostedCheckout,
  now: number,
): Promise<{ form: HostedForm & { paymentPageUrl: string }; checkout: SubscribeCheckout }> {
  const { plan, customer, known } = await findPlanAndCustomer(app, tenant, input.plan, input.customer, now);
  const clientReferenceId = app.newId();
  const pay = await payClientFor(app, tenant);
  const form = valueOrRefuse(
    await pay.openForm({
      planReference: plan.reference,
      customer: input.customer,
      callbackUrl: `${app.settings.publicUrl}/checkout/callback`,
      initialStatus: input.initialStatus,
      correlationId: clientReferenceId,
    }),
  );
  const checkout: SubscribeCheckout = {
    kind: 'subscribe',
    token: form.token,
    tenant: tenant.id,
    status: 'PENDING',
    clientReferenceId,
    callbackUrl: input.callbackUrl,
    createdAt: now,
    expiresAt: now + form.expiresInSeconds * 1000,
    polls: 0,
    askedAt: 0,
    outcome: null,
    errorCode: null,
    errorMessage: null,
    plan: termsOf(plan),
    customer: identityOf(customer),
    endedBefore: customer.endedAt,
  };
  const paymentPageUrl =
    form.paymentPageUrl ?? `${app.settings.publicUrl}/checkout/page?token=${encodeURIComponent(form.token)}`;
  await Promise.all([
    app.table.apply(checkoutPut(checkout)),
    app.table.apply(
      formPut(form, { shop: tenant.name, plan: checkout.plan, owed: false }, checkout.expiresAt),
    ),
    recordCustomer(app, tenant.id, customer, known),
  ]);
  return { form: { ...form, paymentPageUrl }, checkout };
}

export interface PlanAndCustomer {
  readonly plan: Plan;
  /** The tenant's customer with this e-mail, as it is to be from now on. */
  readonly customer: Customer;
  readonly known: Customer | undefined;
}

/** The active plan asked for and the customer. One round trip. */
async function findPlanAndCustomer(
  app: PayApp,
  tenant: Tenant,
  choice: PlanRef,
  payer: PayCustomer,
  now: number,
): Promise<PlanAndCustomer> {
  const items = await app.table.getMany(planAndCustomerKeys(tenant, choice, payer), { consistent: false });
  return planAndCustomerFrom(app, tenant, items, payer, now);
}

/** What `planAndCustomerFrom` needs, in its order; for who reads more in the same round trip. */
export function planAndCustomerKeys(tenant: Tenant, choice: PlanRef, payer: PayCustomer): Key[] {
  return [planKey(tenant.id, choice), key.customer(tenant.id, payer.email)];
}

/** Reads the items of `planAndCustomerKeys`. Refused where the plan is unknown or not active. */
export function planAndCustomerFrom(
  app: PayApp,
  tenant: Tenant,
  [planItem, customerItem]: readonly (Item | undefined)[],
  payer: PayCustomer,
  now: number,
): PlanAndCustomer {
  if (!planItem) throw new Refusal('plan_not_found');
  const plan = planFrom(planItem);
  if (!plan.active) throw new Refusal('plan_inactive');
  const known = customerItem && customerFrom(customerItem);
  const { name, surname, email, gsmNumber } = payer;
  const customer: Customer = {
    id: known?.id ?? withCustomerHash(app.newId(), customerHash(tenant.id, email)),
    email,
    name,
    surname,
    gsmNumber,
    payReference: known?.payReference ?? null,
    endedAt: known?.endedAt ?? null,
    createdAt: known?.createdAt ?? now,
  };
  return { plan, customer, known };
}

/** Records a customer. Where another request has just recorded the same e-mail, that record stands. */
export async function recordCustomer(
  app: PayApp,
  tenant: string,
  customer: Customer,
  known: Customer | undefined,
): Promise<void> {
  await tryWrite(() => app.table.apply(customerChange(tenant, customer, known)));
}

export function identityOf({ id, email, name, surname, gsmNumber }: Customer): CheckoutOf['customer'] {
  return { id, email, name, surname, gsmNumber };
}
