/** Digits of any script. Between two groups of a number stand at most three characters that are no letters. */
const GROUPS = /\p{Nd}+/gu;
const LETTER = /\p{L}/u;
const GAP_MAX = 3;

/** A number of fewer digits is no card's and no person's. */
const LONG_MIN = 11;

/** No scheme's numbers have more digits (ISO/IEC 7812). */
const CARD_DIGITS_MAX = 19;

/**
 * How the numbers of card schemes begin, and how long they are. No scheme begins like a time in ms (17…) or a date (20…),
 * which callers write into names and e-mail addresses, and of which every tenth would pass for a card.
 */
const OF_A_SCHEME =
  /^(?:4\d{12}(?:\d{3}){0,2}|(?:2[2-7]|5[1-5])\d{14}|3\d{13,18}|(?:50|5[6-9]|6\d)\d{11,17}|81\d{14,17}|9792\d{12})$/;

/** The lengths of groups in which cards without groups of four are printed. */
const PRINTED_GROUPS = new Set(['4,6,5', '4,6,4']);

/**
 * What programs make up: a UUID, and 32 or more hexadecimal digits in a row. Of random UUIDs every 1,300th would pass for a
 * card.
 */
const MADE_UP =
  /(?<![0-9a-z])(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-f]{32,})(?![0-9a-z])/gi;

/** How often a text may be percent-encoded, at most, and still be read. */
const ENCODINGS_MAX = 3;

/** Somebody else's text with every number of eleven or more digits removed: it may be a card's or a person's. */
export function withoutLongNumbers(text: string): string {
  const compatible = text.normalize('NFKC');
  const numbers = longNumbersIn(compatible);
  if (numbers.length === 0) return text;
  const ends = numbers.map(({ to }) => to);
  return [
    ...numbers.map(({ from }, nth) => `${compatible.slice(ends[nth - 1] ?? 0, from)}[redacted]`),
    compatible.slice(ends.at(-1)),
  ].join('');
}

/**
 * Whether a text contains a possible card number: a scheme's, with a valid check digit (ISO/IEC 7812, Luhn), however it is
 * spelt: compatibility forms, digits of other scripts, percent-encoded, up to three characters between digits that are no
 * letters. Of a longer run of groups of digits, also those that are grouped as on a card. What a program made up is none.
 */
export function holdsCardNumber(text: string): boolean {
  return readings(text).some((reading) =>
    longNumbersIn(reading.replaceAll(MADE_UP, 'id')).some(
      ({ groups }) => isCardNumber(groups.join('')) || hasCardAmong(groups),
    ),
  );
}

/** Whether a text contains this number (ASCII digits), however it is spelt. */
export function holdsNumber(text: string, number: string): boolean {
  return readings(text).some((reading) =>
    longNumbersIn(reading).some(({ groups }) => groups.join('').includes(number)),
  );
}

/** A text in its compatibility form, as it is and percent-decoded. */
function readings(text: string): string[] {
  const found = [text.normalize('NFKC')];
  for (let nth = 0, last = text; nth < ENCODINGS_MAX && last.includes('%'); nth++) {
    last = percentDecoded(last);
    found.push(last.normalize('NFKC'));
  }
  return found;
}

const percentDecoded = (text: string) =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) =>
    Buffer.from(encoded.replaceAll('%', ''), 'hex').toString(),
  );

/** A number of eleven or more digits in a text: where it stands, and its groups in ASCII digits. */
interface LongNumber {
  readonly from: number;
  readonly to: number;
  readonly groups: readonly string[];
}

/**
 * Every long number of a text. One expression with repetitions would say the same, but takes the engine half a second to
 * compile once a text has a Turkish letter: each cold start of a checkout would pay that.
 */
function longNumbersIn(text: string): LongNumber[] {
  const numbers: { from: number; to: number; groups: string[] }[] = [];
  for (const { 0: digits, index: from } of text.matchAll(GROUPS)) {
    const to = from + digits.length;
    const group = Array.from(digits, asciiDigit).join('');
    const last = numbers.at(-1);
    if (last && isGap(text.slice(last.to, from))) {
      last.groups.push(group);
      last.to = to;
    } else numbers.push({ from, to, groups: [group] });
  }
  return numbers.filter(({ groups }) => groups.join('').length >= LONG_MIN);
}

const isGap = (between: string) => Array.from(between).length <= GAP_MAX && !LETTER.test(between);

/**
 * Whether a run of groups in a number is a card's: alone, of one length but for the last, or as printed. From each group on
 * at most as many are looked at as a card has digits, so the work grows as the text does.
 */
function hasCardAmong(groups: readonly string[]): boolean {
  return groups.some((first, from) => {
    let digits = '';
    let lengths = '';
    let isEven = true;
    for (let to = from; to < groups.length; to++) {
      const group = groups[to] ?? '';
      if (digits.length + group.length > CARD_DIGITS_MAX) return false;
      digits += group;
      lengths += `${to === from ? '' : ','}${group.length}`;
      if ((isEven || PRINTED_GROUPS.has(lengths)) && isCardNumber(digits)) return true;
      isEven &&= group.length === first.length;
    }
    return false;
  });
}

/** The ASCII digit of a decimal digit: each script's ten follow one another from its zero. */
function asciiDigit(digit: string): string {
  if (digit >= '0' && digit <= '9') return digit;
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % 10);
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
