/** What people write between the digits. */
const SEPARATORS = /[\s\p{Pd}]/gu;

/** What stands for the number of a person who gives none; it names nobody. */
export const UNNAMED_PERSON = '11111111111';

/**
 * The tax number of a company (VKN, ten digits) or the identity number of a person (TCKN, eleven) that a text holds,
 * without spaces and dashes; undefined where a check digit is wrong, and for the number that names nobody.
 */
export function taxNumberIn(given: string): string | undefined {
  const number = given.replaceAll(SEPARATORS, '');
  if (!/^[0-9]{10,11}$/.test(number)) return undefined;
  return (isOfCompany(number) ? isVkn(number) : isTckn(number)) ? number : undefined;
}

/** Whether a tax number is a company's; a person's has a digit more. */
export const isOfCompany = (taxNumber: string): boolean => taxNumber.length === 10;

const digitsOf = (number: string): number[] => Array.from(number, Number);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The tenth digit of a VKN follows from the nine before it, each weighed by its place. */
function isVkn(number: string): boolean {
  const digits = digitsOf(number);
  const weighed = digits.slice(0, 9).map((digit, at) => {
    const moved = (digit + 9 - at) % 10;
    return moved === 0 ? 0 : (moved * 2 ** (9 - at)) % 9 || 9;
  });
  return (10 - (sum(weighed) % 10)) % 10 === digits[9];
}

/** The tenth digit of a TCKN follows from the nine before it, and the eleventh from the ten; it never begins with 0. */
function isTckn(number: string): boolean {
  const digits = digitsOf(number);
  const first = digits.slice(0, 9);
  const inOdd = sum(first.filter((_, at) => at % 2 === 0));
  const tenth = (((inOdd * 7 - (sum(first) - inOdd)) % 10) + 10) % 10;
  return digits[0] !== 0 && digits[9] === tenth && digits[10] === sum(digits.slice(0, 10)) % 10;
}
