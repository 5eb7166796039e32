import type { CoreApp } from '../app.ts';
import { Refusal } from '../refusal.ts';
import {
  findSubscriber,
  lookUpReference,
  type StoredSubscriber,
  type SubscriberRef,
} from '../table/subscribers.ts';

/** A subscriber as a reading request identifies it: by one identifier, or by both. */
export interface NamedSubscriber {
  readonly choice: SubscriberRef;
  readonly also: string | undefined;
}

/** The subscriber of a reading request. Throws `identifiers_differ` if two identifiers name different ones. */
export async function findIdentified(
  app: CoreApp,
  tenant: string,
  named: NamedSubscriber,
): Promise<StoredSubscriber> {
  const [found, other] = await Promise.all([
    findSubscriber(app, tenant, named.choice),
    named.also === undefined ? undefined : lookUpReference(app, tenant, named.also),
  ]);
  if (named.also !== undefined && other !== found.subscription.id) throw new Refusal('identifiers_differ');
  return found;
}
