import * as z from 'zod/mini';
import { normaliseEmail } from '../billing/customer.ts';

const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;
/** What people put between the digits. */
const SEPARATORS = /[\s()-]/g;

/** A Turkish mobile number in its national forms: with the country's 90, with the trunk's 0, or bare. */
const TURKISH_MOBILE = /^(?:90|0)?(5[0-9]{9})$/;

/** E.164: at most 15 digits and no leading 0. Turkish numbers have ten digits behind the country's, the first no 0. */
const E164 = /^\+(?!90(?![1-9][0-9]{9}$))[1-9][0-9]{6,14}$/;

/** An e-mail address, as it is compared. */
export const emailAddress = z.pipe(
  z.pipe(z.string(), z.transform(normaliseEmail)),
  z.string().check(z.maxLength(254), z.regex(ADDRESS, 'must be an e-mail address')),
);

/** A phone number in E.164; Turkish mobile numbers as people write them are understood. */
export const phoneNumber = z.pipe(
  z.pipe(z.string(), z.transform(normalisePhone)),
  z.string().check(z.regex(E164, 'must be a phone number, E.164 preferred, such as +905350000000')),
);

/** A phone number without what people put between its digits, and with its country where it is a Turkish mobile one. */
function normalisePhone(given: string): string {
  const compact = given.replaceAll(SEPARATORS, '');
  const [, mobile] = TURKISH_MOBILE.exec(compact) ?? [];
  return mobile === undefined ? compact : `+90${mobile}`;
}

/** A query whose e-mail has its `+` again: not encoded it arrives as a space, and no address holds one. */
export function withPlus(query: Readonly<Record<string, string | undefined>>) {
  return { ...query, email: query.email?.trim().replaceAll(' ', '+') };
}
