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
