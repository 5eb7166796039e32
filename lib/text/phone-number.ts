/** The digits of a number without its country's code: numbers are written with and without it. */
const OWN_DIGITS = 10;

/**
 * Whether two phone numbers are one, however they are written. What is too short to be one is like no other; numbers that both
 * name their country are alike as wholes.
 */
export function isSamePhone(one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [digitsOf(one), digitsOf(other)];
  if (a.own.length !== OWN_DIGITS || a.own !== b.own) return false;
  return a.whole === undefined || b.whole === undefined || a.whole === b.whole;
}

function digitsOf(number: string | null | undefined) {
  const text = (number ?? '').trim();
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '');
  return { own: digits.slice(-OWN_DIGITS), whole: /^(\+|00)/.test(text) ? digits : undefined };
}
