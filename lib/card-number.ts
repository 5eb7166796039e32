/** Long numbers with single spaces or dashes between digits, as people and machines write card and identity numbers. */
const LONG_NUMBER = /[0-9](?:[ -]?[0-9]){10,}/g;

const CARD_DIGITS = { min: 13, max: 19 } as const;

/** Somebody else's text with every number of eleven or more digits removed: it may be a card's or a person's. */
export function withoutLongNumbers(text: string): string {
  return text.replaceAll(LONG_NUMBER, '[redacted]');
}

/** Whether a text contains a possible card number: 13 to 19 digits with a valid check digit (ISO/IEC 7812, Luhn). */
export function holdsCardNumber(text: string): boolean {
  const numbers = text.match(LONG_NUMBER) ?? [];
  return numbers.some((number) => isCardNumber(number.replaceAll(/[ -]/g, '')));
}

function isCardNumber(digits: string): boolean {
  if (digits.length < CARD_DIGITS.min || digits.length > CARD_DIGITS.max) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const value = Number(digits.at(-1 - place)) * (place % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
