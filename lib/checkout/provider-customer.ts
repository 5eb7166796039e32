import type { CoreApp, WithTenant } from '../runtime/app.ts';
import type { Customer } from '../billing/customer.ts';
import type { Subscription } from '../billing/subscription.ts';
import { comparedEmail } from '../text/email-address.ts';
import type { PayPerson } from '../pay/provider-records.ts';
import { buyerOf, customerFor } from './plan-and-customer.ts';

/** The tenant's customer with the e-mail of a customer at the provider, as described there. */
export function customerFromProvider(
  app: CoreApp & WithTenant,
  { name, surname, email, gsmNumber }: PayPerson,
  known: Customer | undefined,
): Customer {
  const described = { name, surname, email: comparedEmail(email), gsmNumber: gsmNumber ?? null };
  return customerFor(app, described, known);
}

/** The same as the buyer of one purchase, billed where the provider has it. */
export const buyerFromProvider = (
  app: CoreApp & WithTenant,
  person: PayPerson,
  known: Customer | undefined,
): Subscription['customer'] => buyerOf(customerFromProvider(app, person, known), person);
