import type { PlanRef, SubscriberIdentifiers, SubscriberRef } from '../billing/identifiers.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import type { Plan } from '../billing/plan.ts';
import { Refusal } from '../refusal.ts';
import { tellShown } from './shown.ts';
import { findPlan } from '../table/subscribers/plans.ts';
import { findSubscriber, lookUpReference, type StoredSubscriber } from '../table/subscribers/subscribers.ts';

/**
 * The subscriber of a reading request. Throws `subscriber_not_found`, or `identifiers_differ` if two identifiers name
 * different ones.
 */
export async function findIdentified(
  app: CoreApp & OfTenant,
  { ref, expectedReference }: SubscriberIdentifiers,
): Promise<StoredSubscriber> {
  const [found, other] = await Promise.all([
    findSubscriber(app, ref),
    expectedReference === undefined ? undefined : lookUpReference(app, expectedReference),
  ]);
  if (expectedReference !== undefined && other !== found.subscription.id)
    throw new Refusal('identifiers_differ');
  tellShown(app, ref.by, [found.subscription]);
  return found;
}

/**
 * A subscriber and a plan, read at the same time. Throws `subscriber_not_found`, then `plan_not_found`: in the order of the
 * request's fields, whichever was read faster.
 */
export async function findWithPlan(
  app: CoreApp & OfTenant,
  named: { readonly subscriber: SubscriberRef; readonly plan: PlanRef },
): Promise<{ found: StoredSubscriber; plan: Plan }> {
  const plan = findPlan(app, named.plan);
  plan.catch(() => undefined); // thrown below, unless the subscriber is not there
  const found = await findSubscriber(app, named.subscriber);
  return { found, plan: await plan };
}
