import { idFrom, type SubscriberIdentifiers } from '../lib/billing/identifiers.ts';

/** Parses an operator's identifier of a subscriber: `sub_…` is our id, anything else a provider reference. */
export function subscriberNamed(given: string): SubscriberIdentifiers {
  const id = given.startsWith('sub_') ? idFrom('subscription', given) : undefined;
  return {
    ref: id === undefined ? { by: 'pay', reference: given } : { by: 'svc', id },
    expectedReference: undefined,
  };
}
