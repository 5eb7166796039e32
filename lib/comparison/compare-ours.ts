import { againOf } from '../pay/failure.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import type { Pay } from '../pay/pay.ts';
import { lookUpCustomerOf } from '../table/subscribers/customers.ts';
import type { NewDifference } from '../table/differences/differences.ts';

/** Asks the provider about a live subscriber missing from its list. One call; undefined if the provider does not answer. */
export async function unknownAtProvider(
  app: CoreApp,
  pay: Pay,
  record: Subscription,
): Promise<NewDifference[] | undefined> {
  const answer = await pay.readSubscription(record.payReference);
  if (answer.ok) return [];
  if (answer.is !== 'notFound') return againOf(answer) === 'same' ? [] : undefined;
  return [{ ...about(app, record), kind: 'unknown_at_provider', ours: record.status, theirs: 'nothing' }];
}

/** Reports a live subscriber whose customer already had another live one of the same plan. One round trip. */
export async function secondSubscription(
  app: CoreApp & OfTenant,
  record: Subscription,
): Promise<NewDifference[]> {
  const { id, plan, customer } = record;
  const { subscriptions } = await lookUpCustomerOf(app, customer);
  const first = subscriptions.find((one) => one.id < id && one.plan.id === plan.id && !hasEnded(one));
  if (!first) return [];
  const ours = `${first.payReference} and ${record.payReference}`;
  return [{ ...about(app, record), kind: 'second_subscription', ours, theirs: 'charges both' }];
}

function about(app: CoreApp, { id, payReference }: Subscription) {
  return { about: id, subscriberId: id, reference: payReference, since: app.clock() };
}
