import { idFrom } from '../lib/billing/identifiers.ts';
import type { NamedSubscriber } from '../lib/subscriptions/find.ts';

/** A subscriber as operators name it: `sub_…` is our id, all else a reference of the provider. */
export function subscriberNamed(given: string): NamedSubscriber {
  const id = given.startsWith('sub_') ? idFrom('subscription', given) : undefined;
  return { choice: id === undefined ? { by: 'pay', reference: given } : { by: 'svc', id }, also: undefined };
}
