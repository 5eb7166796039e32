import type { CoreApp } from '../runtime/app.ts';
import { Refusal } from '../refusal.ts';
import {
  findSubscriber,
  lookUpReference,
  type StoredSubscriber,
  type SubscriberIdentifiers,
} from '../table/subscribers/subscribers.ts';

/**
 * The subscriber of a reading request. Throws `subscriber_not_found`, or `identifiers_differ` if two identifiers name
 * different ones.
 */
export async function findIdentified(
  app: CoreApp,
  tenant: string,
  { ref, expectedReference }: SubscriberIdentifiers,
): Promise<StoredSubscriber> {
  const [found, other] = await Promise.all([
    findSubscriber(app, tenant, ref),
    expectedReference === undefined ? undefined : lookUpReference(app, tenant, expectedReference),
  ]);
  if (expectedReference !== undefined && other !== found.subscription.id)
    throw new Refusal('identifiers_differ');
  return found;
}
