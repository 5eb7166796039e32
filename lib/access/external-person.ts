import { personOf } from './same-person.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { subscriptionsOfCustomerOf } from '../table/subscribers/customers.ts';
import { customerWithExternalId } from '../table/subscribers/external-ids.ts';

/**
 * The subscriptions of the person with a tenant's own id, oldest first, also those that were bought before it was given; none
 * if nobody has it. Two round trips.
 */
export async function subscriptionsWithExternalId(
  app: CoreApp & OfTenant,
  externalId: string,
): Promise<readonly Subscription[]> {
  const customerId = await customerWithExternalId(app, externalId);
  if (customerId === undefined) return [];
  const all = await subscriptionsOfCustomerOf(app, customerId);
  return personOf(all, ({ customer }) => customer.externalId === externalId);
}
