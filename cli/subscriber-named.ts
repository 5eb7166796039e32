import { idFrom } from '../lib/billing/identifiers.ts';
import type { SubscriberIdentifiers } from '../lib/table/subscribers.ts';

/** A subscriber as operators name it: `sub_…` is our id, all else a reference of the provider. */
export function subscriberNamed(given: string): SubscriberIdentifiers {
  const id = given.startsWith('sub_') ? idFrom('subscription', given) : undefined;
  return {
    ref: id === undefined ? { by: 'pay', reference: given } : { by: 'svc', id },
    expectedReference: undefined,
  };
}
