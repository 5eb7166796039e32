import type { CoreApp } from '../app.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import type { Pay } from '../pay/pay.ts';
import { lookUpCustomer } from '../table/customers.ts';
import type { Found } from '../table/differences.ts';

/**
 * What is found of a live subscriber by itself: whether the provider knows it, and whether its customer has another one of
 * the same plan. One call of the provider and one round trip. Undefined where the provider does not answer.
 */
export async function compareOurs(
  app: CoreApp,
  tenant: string,
  pay: Pay,
  record: Subscription,
): Promise<Found[] | undefined> {
  const now = app.clock();
  const common = { about: record.id, subscriberId: record.id, reference: record.payReference, since: now };
  const answer = await pay.readSubscription(record.payReference);
  if (!answer.ok && answer.is !== 'notFound') return undefined;
  const unknown: Found[] = answer.ok
    ? []
    : [{ ...common, kind: 'unknown_at_provider', ours: record.status, theirs: 'nothing' }];
  const first = await olderOf(app, tenant, record);
  if (!first) return unknown;
  const ours = `${first.payReference} and ${record.payReference}`;
  return [...unknown, { ...common, kind: 'second_subscription', ours, theirs: 'charges both' }];
}

/** Another live subscription of the same customer and plan that was there before this one. */
async function olderOf(
  app: CoreApp,
  tenant: string,
  { id, plan, customer }: Subscription,
): Promise<Subscription | undefined> {
  const { subscriptions } = await lookUpCustomer(app, tenant, customer.email);
  return subscriptions.find((one) => one.id < id && one.plan.id === plan.id && !hasEnded(one));
}
