import { domainToASCII } from 'node:url';
import { isCleanText, looksLikeNoOther } from './clean-text.ts';

/** A capital letter of two code points in small ones: `İ` would become `i` and a point that few fonts show. */
const DOTTED_CAPITAL = 'İ';

/** A domain with other letters than ASCII's: letters, digits and what joins them. */
const INTERNATIONAL = /^[\p{L}\p{M}\p{N}_.-]+$/u;

/**
 * The form in which e-mail addresses are compared: trimmed, NFC, small letters, the domain in ASCII (IDNA). Undefined for
 * what looks like another address than it is, has a scheme before it, or a domain that cannot be.
 */
export function canonicalEmail(given: string): string | undefined {
  const text = given.trim();
  if (!isCleanText(text) || !looksLikeNoOther(text) || text.includes(DOTTED_CAPITAL) || text.includes(':'))
    return undefined;
  const small = smallLetters(text);
  const at = small.lastIndexOf('@');
  const domain = asciiDomain(small.slice(at + 1));
  return domain === undefined ? undefined : small.slice(0, at + 1) + domain;
}

/** The form in which an address is compared; one that no field takes, trimmed and in small letters. */
export function comparedEmail(given: string): string {
  return canonicalEmail(given) ?? given.trim().toLowerCase();
}

/** Whether two addresses are one, however they are written. */
export const isSameEmail = (one: string, other: string) => comparedEmail(one) === comparedEmail(other);

/** Small letters can combine with a mark where their capitals cannot. */
const smallLetters = (text: string) => text.normalize('NFC').toLowerCase().normalize('NFC');

function asciiDomain(domain: string): string | undefined {
  const isInternational = !/^[\0-\x7f]*$/.test(domain);
  if (!isInternational && !domain.includes('xn--')) return domain;
  if (!INTERNATIONAL.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  return ascii === '' || (!isInternational && ascii !== domain) ? undefined : ascii;
}
