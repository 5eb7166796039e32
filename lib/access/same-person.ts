import type { Buyer } from '../billing/buyer.ts';
import { isSameEmail } from '../text/email-address.ts';
import { isSamePhone } from '../text/phone-number.ts';

/** What tells people apart. */
type Person = Pick<Buyer, 'email' | 'gsmNumber' | 'externalId'>;

/**
 * Whether two buyers are one person: by the tenant's own id, or by e-mail address and phone number together, never by one of
 * these alone: nobody has verified the address.
 */
export function isSamePerson(one: Person, other: Person): boolean {
  const isNamed = one.externalId !== undefined && one.externalId === other.externalId;
  return isNamed || (isSameEmail(one.email, other.email) && isSamePhone(one.gsmNumber, other.gsmNumber));
}

/**
 * All subscriptions of one person, in their order: those that are asked for, and whatever leads on from one to another of the
 * same person. So each of them leads to the same ones.
 */
export function personOf<One extends { readonly customer: Person }>(
  all: readonly One[],
  isOwn: (one: One) => boolean,
): One[] {
  const person = new Set(all.filter(isOwn));
  for (const own of person)
    for (const one of all) if (!person.has(one) && isSamePerson(own.customer, one.customer)) person.add(one);
  return all.filter((one) => person.has(one));
}
