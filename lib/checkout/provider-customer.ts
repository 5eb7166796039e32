import type { CoreApp } from '../runtime/app.ts';
import type { Customer } from '../billing/customer.ts';
import { comparedEmail } from '../text/email-address.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import type { PayPerson } from '../pay/provider-records.ts';
import { customerFor } from './plan-and-customer.ts';

/** The tenant's customer with the e-mail of a customer at the provider, as described there. */
export function customerFromProvider(
  app: CoreApp,
  tenant: Tenant,
  { name, surname, email, gsmNumber }: PayPerson,
  known: Customer | undefined,
): Customer {
  const described = { name, surname, email: comparedEmail(email), gsmNumber: gsmNumber ?? null };
  return customerFor(app, tenant, described, known);
}
