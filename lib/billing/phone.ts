/** What people put between the digits. */
const SEPARATORS = /[\s()-]/g;

/** A Turkish mobile number in its national forms: with the country's 90, with the trunk's 0, or bare. */
const TURKISH_MOBILE = /^(?:90|0)?(5[0-9]{9})$/;

/** E.164: at most 15 digits and no leading 0. Turkish numbers have ten digits behind the country's, the first no 0. */
const E164 = /^\+(?!90(?![1-9][0-9]{9}$))[1-9][0-9]{6,14}$/;

/** A phone number in E.164, also from a Turkish national form; undefined for what is neither. */
export function normalisePhone(given: string): string | undefined {
  const compact = given.replaceAll(SEPARATORS, '');
  const [, mobile] = TURKISH_MOBILE.exec(compact) ?? [];
  if (mobile !== undefined) return `+90${mobile}`;
  return E164.test(compact) ? compact : undefined;
}
