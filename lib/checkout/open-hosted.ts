import type { BrowserAddress } from '../billing/browser-address.ts';
import type { PlanRef } from '../billing/identifiers.ts';
import type { PayApp, WithTenant } from '../runtime/app.ts';
import type { PurchaseDetails } from '../billing/buyer.ts';
import type { WithCustomer } from '../billing/begun-purchase.ts';
import type { SubscribeCheckout } from '../billing/checkout.ts';
import { termsOf } from '../billing/plan.ts';
import type { HostedForm, PayCustomer } from '../pay/pay.ts';
import { begunPurchasePut } from '../table/purchases/begun-purchases.ts';
import { openedCheckout } from '../table/purchases/checkouts.ts';
import { formPut } from '../table/purchases/payment-forms.ts';
import { merchantOf } from '../pay/another-account.ts';
import { payClientFor, valueOrRefuse } from '../pay/client.ts';
import { refuseIfActive } from './if-active.ts';
import { checkoutOfForm, paymentPageUrl } from './opened-form.ts';
import { buyerOf, planAndCustomerFrom, planAndCustomerKeys, recordCustomer } from './plan-and-customer.ts';

/** The input of a hosted checkout. */
export interface HostedCheckout {
  readonly plan: PlanRef;
  readonly callbackUrl: BrowserAddress;
  readonly customer: PayCustomer;
  /** What else is said of the buyer. */
  readonly details?: PurchaseDetails | undefined;
  readonly initialStatus: 'ACTIVE' | 'PENDING';
  /** Whether it is refused to a customer who has, or may just have bought, a subscription of the product. */
  readonly ifActive?: 'refuse' | undefined;
  /** The request's Idempotency-Key: its stored answer has a copy of the form. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Opens a hosted checkout: finds plan and customer, requests the form from the provider, then records checkout, form
 * and customer. The form is shown only once it is on record. Throws `plan_not_found`, `plan_inactive`,
 * `external_id_taken`, `already_subscribed`, `purchase_in_progress`, and the refusals of a provider call.
 */
export async function openCheckout(
  app: PayApp & WithTenant,
  input: HostedCheckout,
  now: number,
): Promise<{ form: HostedForm & { paymentPageUrl: string }; checkout: SubscribeCheckout }> {
  const keys = planAndCustomerKeys(app.tenant, input.plan, input.customer, input.details);
  const items = await app.table.getMany(keys, { consistent: false });
  const { plan, customer, known } = planAndCustomerFrom(app, items, input.customer);
  if (input.ifActive) await refuseIfActive(app, { plan, customer }, now);
  const clientReferenceId = app.newId();
  const pay = await payClientFor(app);
  const form = valueOrRefuse(
    await pay.openForm({
      planReference: plan.reference,
      customer: input.customer,
      callbackUrl: `${app.settings.publicUrl}/checkout/callback`,
      initialStatus: input.initialStatus,
      correlationId: clientReferenceId,
    }),
  );
  const { callbackUrl } = input;
  const of = { tenant: app.tenantId, merchantId: merchantOf(app.tenant), clientReferenceId, callbackUrl };
  const checkout: WithCustomer<SubscribeCheckout> = {
    ...checkoutOfForm(form, of, now),
    kind: 'subscribe',
    askedAt: 0,
    unpaidAt: 0,
    plan: termsOf(plan),
    customer: buyerOf(customer, { ...input.customer, ...input.details }),
    endedBefore: customer.endedAt,
  };
  await Promise.all([
    openedCheckout(app, checkout, input.idempotencyKey),
    app.table.apply(formPut(form, { shop: app.tenant.name, plan: checkout.plan }, checkout.expiresAt)),
    recordCustomer(app, customer, known),
    app.table.apply(begunPurchasePut(app.tenantId, checkout)),
  ]);
  return { form: { ...form, paymentPageUrl: paymentPageUrl(app, form) }, checkout };
}
