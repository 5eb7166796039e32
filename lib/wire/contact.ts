import * as z from 'zod/mini';
import { holdsCardNumber } from '../text/card-number.ts';
import { canonicalEmail } from '../text/email-address.ts';
import { noCardNumber } from './read.ts';

/** What a checkout takes: one `@`, and behind it names of a domain with a point between each two. */
export const EMAIL = /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/;

/** What may be on record, by an import or an earlier release: also a domain with an empty name in it, as in `a@b..co`. */
export const RECORDED_EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

/** What people write between the digits. */
const SEPARATORS = /[\s()\p{Pd}]/gu;

/** A Turkish mobile number in its national forms: with the country's 90, with the trunk's 0, or bare. */
const TURKISH_MOBILE = /^(?:90|0)?(5[0-9]{9})$/;

/** E.164: at most 15 digits, no leading 0. Turkish numbers have ten digits after +90, the first of them not 0. */
const E164 = /^\+(?!90(?![1-9][0-9]{9}$))[1-9][0-9]{6,14}$/;

const LOOKALIKE =
  'must not hold characters that cannot be seen or that look like others, nor begin with a scheme';

/** An e-mail address that is looked up, in the form in which addresses are compared. */
export const soughtEmail = emailMatching(EMAIL, (given) => given.trim());

/** An e-mail address that is kept, in the form in which addresses are compared. */
export const emailAddress = soughtEmail.check(noCardNumber()).brand<'kept'>();

/** The e-mail address that a query looks for: a `+` that was not encoded arrives there as a space. */
export const recordedEmail = emailMatching(RECORDED_EMAIL, (given) => given.trim().replaceAll(' ', '+'));

function emailMatching(pattern: RegExp, readable: (given: string) => string) {
  return z.string().check(
    z.overwrite((given) => canonicalEmail(readable(given)) ?? readable(given)),
    z.maxLength(254, { abort: true }),
    z.regex(pattern, { error: 'must be an e-mail address', abort: true }),
    z.refine((given) => canonicalEmail(given) !== undefined, LOOKALIKE),
  );
}

/** A phone number in E.164; Turkish mobile numbers in national form are converted. */
export const phoneNumber = z.string().check(
  z.overwrite(normalisePhone),
  z.regex(E164, 'must be a phone number, E.164 preferred, such as +905350000000'),
  z.refine((given) => !isCardNumber(given), 'must not hold a card number'),
);

/** A number that is as long as a card's of three schemes: no country whose code begins so has numbers of 14 or 15 digits. */
const isCardNumber = (phone: string) => /^\+3\d{13,14}$/.test(phone) && holdsCardNumber(phone);

/** Removes separators, and adds the country code to Turkish mobile numbers. */
function normalisePhone(given: string): string {
  const compact = given.replaceAll(SEPARATORS, '');
  const [, mobile] = TURKISH_MOBILE.exec(compact) ?? [];
  return mobile === undefined ? compact : `+90${mobile}`;
}
