import type { LookUpProgress, PaymentIntent, Unclaimed } from '../billing/payment-intent.ts';
import { CLOCK_DIFFERENCE_MS } from '../limits.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import type { CoreApp } from '../runtime/app.ts';
import { formsWithoutOutcome } from '../table/purchases/begun-purchases.ts';
import { lookUpCustomer } from '../table/subscribers/customers.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { comparedEmail } from '../text/email-address.ts';
import { hasEmail, isSameBuyer } from './same-buyer.ts';

/** The purchases that nobody has claimed, by what they are to one intent. */
export interface Explained {
  readonly sameEmail: readonly PaySubscriptionDetails[];
  readonly samePhone: readonly PaySubscriptionDetails[];
  readonly others: readonly PaySubscriptionDetails[];
}

/**
 * Sorts unclaimed purchases by whose they may be. One that another open intent of the same plan explains, by its e-mail or
 * else by its phone, is left out: each intent explains one. One of our buyer's phone that fits another intent's buyer, too,
 * is theirs if it bears their e-mail, and nobody's to take if it does not.
 */
export function explainPurchases(
  unclaimed: readonly PaySubscriptionDetails[],
  { plan, customer }: PaymentIntent,
  others: readonly PaymentIntent[],
): Explained {
  const left = new Set(others.filter((other) => other.plan.reference === plan.reference));
  const taken = (fits: (other: PaymentIntent) => boolean) => {
    const [explaining] = [...left].filter(fits);
    return explaining !== undefined && left.delete(explaining);
  };
  const sameEmail = unclaimed.filter((one) => hasEmail(one, customer.email));
  const unnamed = unclaimed
    .filter((one) => !hasEmail(one, customer.email))
    .filter((one) => !taken((other) => hasEmail(one, other.customer.email)));
  const ours = unnamed.filter((one) => isSameBuyer(one, customer));
  const isContested = (one: PaySubscriptionDetails) =>
    others.some((other) => other.customer.email !== customer.email && isSameBuyer(one, other.customer));
  const strangers = unnamed
    .filter((one) => !isSameBuyer(one, customer))
    .filter((one) => !taken((other) => isSameBuyer(one, other.customer)));
  return {
    sameEmail,
    samePhone: ours.filter((one) => !isContested(one)),
    others: [...ours.filter(isContested), ...strangers],
  };
}

/**
 * The same, but a purchase with the buyer's phone and the e-mail of a customer who has an open form of the plan counts as
 * unexplained: two people may have one phone, and that customer may have paid and not come back.
 */
export async function leftToForms(
  app: CoreApp,
  tenant: Tenant,
  { sameEmail, samePhone, others }: Explained,
): Promise<Explained> {
  const mayBeOfForm = await Promise.all(samePhone.map((one) => isOfOpenForm(app, tenant, one)));
  return {
    sameEmail,
    samePhone: samePhone.filter((_, nth) => !mayBeOfForm[nth]),
    others: [...others, ...samePhone.filter((_, nth) => mayBeOfForm[nth])],
  };
}

async function isOfOpenForm(
  app: CoreApp,
  tenant: Tenant,
  { customerEmail, planReference, createdAt }: PaySubscriptionDetails,
): Promise<boolean> {
  if (customerEmail === undefined) return false;
  const { customer } = await lookUpCustomer(app, tenant, comparedEmail(customerEmail), 1);
  const forms = customer ? await formsWithoutOutcome(app, tenant.id, customer) : [];
  return forms.some(
    (form) => form.plan.reference === planReference && form.startedAt <= createdAt + CLOCK_DIFFERENCE_MS,
  );
}

/** How many there are of each; in a crowd, one stranger more than are known. */
export const countsOf = (
  { sameEmail, samePhone, others }: Explained,
  { isCrowded }: Pick<LookUpProgress, 'isCrowded'>,
): Unclaimed => ({
  sameEmail: sameEmail.length,
  samePhone: samePhone.length,
  others: others.length + Number(isCrowded),
});
