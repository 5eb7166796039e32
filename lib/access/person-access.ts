import { personAccess, type PersonAccess } from '../billing/access.ts';
import type { PersonRef } from '../billing/identifiers.ts';
import { personOf } from './same-person.ts';
import type { Subscription } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, WithTenant } from '../runtime/app.ts';
import { lookUpCustomer, subscriptionsOfCustomerOf } from '../table/subscribers/customers.ts';
import { lookUpReference } from '../table/subscribers/subscribers.ts';
import { subscriptionsWithExternalId } from './external-person.ts';
import { plansNow, type PlanNow } from './included-plans.ts';

/**
 * Whether a person is in at `now` (epoch ms). By our id or an e-mail address one round trip, by the provider's reference or the
 * tenant's own id one more; plans are remembered for a minute. An address or own id of nobody never bought. Throws
 * `subscriber_not_found` for an identifier of a subscriber that is not there.
 */
export async function accessOf(
  app: CoreApp & WithTenant,
  person: PersonRef,
  now: number,
): Promise<{ person: PersonAccess; planNow: PlanNow }> {
  const [subscriptions, planNow] = await Promise.all([subscriptionsOf(app, person), plansNow(app)]);
  return { person: personAccess(subscriptions, planNow, now), planNow };
}

async function subscriptionsOf(
  app: CoreApp & WithTenant,
  person: PersonRef,
): Promise<readonly Subscription[]> {
  if (person.by === 'email') return (await lookUpCustomer(app, person.email)).subscriptions;
  if (person.by === 'externalId') return subscriptionsWithExternalId(app, person.externalId);
  const id = person.by === 'svc' ? person.id : await lookUpReference(app, person.reference);
  const beside = id === undefined ? [] : await subscriptionsOfCustomerOf(app, id);
  const own = personOf(beside, (one) => one.id === id);
  if (own.length === 0) throw new Refusal('subscriber_not_found');
  return own;
}
