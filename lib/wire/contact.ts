import * as z from 'zod/mini';
import { normaliseEmail } from '../billing/customer.ts';
import { normalisePhone } from '../billing/phone.ts';

const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;
const E164 = /^\+[1-9][0-9]{6,14}$/;

/** An e-mail address, as it is compared. */
export const emailAddress = z.pipe(
  z.pipe(z.string(), z.transform(normaliseEmail)),
  z.string().check(z.maxLength(254), z.regex(ADDRESS, 'must be an e-mail address')),
);

/** A phone number in E.164; Turkish mobile numbers as people write them are understood. */
export const phoneNumber = z.pipe(
  z.pipe(
    z.string(),
    z.transform((given) => normalisePhone(given) ?? ''),
  ),
  z.string().check(z.regex(E164, 'must be a phone number, E.164 preferred, such as +905350000000')),
);

/** A query whose e-mail has its `+` again: not encoded it arrives as a space, and no address holds one. */
export function withPlus(query: Readonly<Record<string, string | undefined>>) {
  return { ...query, email: query.email?.trim().replaceAll(' ', '+') };
}
