import * as z from 'zod/mini';
import { normaliseEmail } from '../billing/customer.ts';

/** One `@`, and behind it names of a domain with a point between each two. */
const ADDRESS = /^[^\s@<>"]+@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/;
/** What people write between the digits. */
const SEPARATORS = /[\s()-]/g;

/** A Turkish mobile number in its national forms: with the country's 90, with the trunk's 0, or bare. */
const TURKISH_MOBILE = /^(?:90|0)?(5[0-9]{9})$/;

/** E.164: at most 15 digits, no leading 0. Turkish numbers have ten digits after +90, the first of them not 0. */
const E164 = /^\+(?!90(?![1-9][0-9]{9}$))[1-9][0-9]{6,14}$/;

/** An e-mail address, normalised for comparison. */
export const emailAddress = z.pipe(
  z.pipe(z.string(), z.transform(normaliseEmail)),
  z.string().check(z.maxLength(254), z.regex(ADDRESS, 'must be an e-mail address')),
);

/** A phone number in E.164; Turkish mobile numbers in national form are converted. */
export const phoneNumber = z.pipe(
  z.pipe(z.string(), z.transform(normalisePhone)),
  z.string().check(z.regex(E164, 'must be a phone number, E.164 preferred, such as +905350000000')),
);

/** Removes separators, and adds the country code to Turkish mobile numbers. */
function normalisePhone(given: string): string {
  const compact = given.replaceAll(SEPARATORS, '');
  const [, mobile] = TURKISH_MOBILE.exec(compact) ?? [];
  return mobile === undefined ? compact : `+90${mobile}`;
}

/** A query whose e-mail has its `+` restored: unencoded it arrives as a space, which no address contains. */
export function withPlus(query: Readonly<Record<string, string | undefined>>) {
  return { ...query, email: query.email?.trim().replaceAll(' ', '+') };
}
