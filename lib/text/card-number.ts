/** Long numbers with single spaces or dashes between digits, as people and machines write card and identity numbers. */
const LONG_NUMBER = /[0-9](?:[ -]?[0-9]){10,}/g;

/**
 * How the numbers of card schemes begin, and how long they are. No scheme begins like a time in ms (17…) or a date (20…),
 * which callers write into names and e-mail addresses, and of which every tenth would pass for a card.
 */
const OF_A_SCHEME =
  /^(?:4\d{12}(?:\d{3}){0,2}|(?:2[2-7]|5[1-5])\d{14}|3\d{13,18}|(?:50|5[6-9]|6\d)\d{11,17}|81\d{14,17}|9792\d{12})$/;

/** Somebody else's text with every number of eleven or more digits removed: it may be a card's or a person's. */
export function withoutLongNumbers(text: string): string {
  return text.replaceAll(LONG_NUMBER, '[redacted]');
}

/** Whether a text contains a possible card number: a scheme's, with a valid check digit (ISO/IEC 7812, Luhn). */
export function holdsCardNumber(text: string): boolean {
  const numbers = text.match(LONG_NUMBER) ?? [];
  return numbers.some((number) => isCardNumber(number.replaceAll(/[ -]/g, '')));
}

function isCardNumber(digits: string): boolean {
  if (!OF_A_SCHEME.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const value = Number(digits.at(-1 - place)) * (place % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
