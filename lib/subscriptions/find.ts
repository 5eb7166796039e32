import type { CoreApp } from '../app.ts';
import { Refusal } from '../refusal.ts';
import {
  findSubscriber,
  lookUpReference,
  type StoredSubscriber,
  type SubscriberRef,
} from '../table/subscribers.ts';

/** A subscriber as a reading request names it: once, or by both of its identifiers. */
export interface NamedSubscriber {
  readonly choice: SubscriberRef;
  readonly also: string | undefined;
}

/** The subscriber a reading request names; where it names it twice, both must mean the same one. */
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
