import type { Buyer } from '../billing/buyer.ts';
import { isSameEmail } from '../text/email-address.ts';
import { isSamePhone } from '../text/phone-number.ts';

/** Whether two buyers are one person: by e-mail address and phone number together, never by one of them alone. */
export const isSamePerson = (
  one: Pick<Buyer, 'email' | 'gsmNumber'>,
  other: Pick<Buyer, 'email' | 'gsmNumber'>,
): boolean => isSameEmail(one.email, other.email) && isSamePhone(one.gsmNumber, other.gsmNumber);
