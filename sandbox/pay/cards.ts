import { Refusal } from './envelope.ts';
import { text, type Fields } from './fields.ts';

/**
 * Accepted while its holder is present (form, direct start, card check), and refused with 10051 in every later charge.
 * Ours.
 */
export const REFUSED_AT_RENEWAL = '4131111111111117';

/** Cards that are refused later with any other code: accepted while their holder is present, as the one above. Ours. */
const REFUSED_LATER = /^413100(\d{6})\d{4}$/;

/** The number of a card whose later charges are all refused with this code of the provider. */
export function cardRefusedLater(code: string): string {
  const digits = `413100${code.padStart(6, '0')}000`;
  const last = Array.from('0123456789').find((digit) => passesLuhn(digits + digit));
  return digits + (last ?? '');
}

/** The provider's numbers that are refused, with the code each stands for. */
export const REFUSED_CARDS: Readonly<Record<string, string>> = {
  '4111111111111129': '10051',
  '4129111111111111': '10005',
  '4128111111111112': '10012',
  '4127111111111113': '10041',
  '4126111111111114': '10043',
  '4125111111111115': '10054',
  '4124111111111116': '10084',
  '4123111111111117': '10057',
  '4122111111111118': '10058',
  '4121111111111119': '10034',
  '4120111111111110': '10041', // "pick up card": its code is not documented
  '4130111111111118': '10202', // "general error": its code is not documented
  '5890040000000016': '10217', // debit
  '4054180000000007': '10217', // foreign debit
};

const FOREIGN = '5400010000000004';

/** Whether the holder is entering the card, or it is charged on file. */
export type Occasion = 'present' | 'onFile';

/** The provider's code for a refused card; undefined if the charge succeeds. Unlisted numbers succeed. */
export function refusalOf(cardNumber: string, currency: string, occasion: Occasion): string | undefined {
  if (cardNumber === REFUSED_AT_RENEWAL && occasion === 'onFile') return '10051';
  const later = REFUSED_LATER.exec(cardNumber)?.[1];
  if (later !== undefined && occasion === 'onFile') return String(Number(later));
  const code = REFUSED_CARDS[cardNumber];
  if (code !== undefined) return code;
  return currency !== 'TRY' && cardNumber !== FOREIGN ? '5184' : undefined;
}

/** Parses an entered card number. Throws the provider's `Refusal` for the wrong field. */
export function enteredCard(card: Fields, now: number): string {
  const number = text(card, 'cardNumber', '12').replace(/\s/g, '');
  if (!/^\d{15,16}$/.test(number) || !passesLuhn(number)) throw new Refusal('12');
  text(card, 'cardHolderName', '16');
  const month = text(card, 'expireMonth', '13');
  if (!/^(0?[1-9]|1[0-2])$/.test(month)) throw new Refusal('13');
  const year = text(card, 'expireYear', '14');
  if (!/^(\d{2}|\d{4})$/.test(year)) throw new Refusal('14');
  if (!/^\d{3,4}$/.test(text(card, 'cvc', '15'))) throw new Refusal('15');
  const firstInvalidInstant = Date.UTC((Number(year) % 100) + 2000, Number(month), 1);
  if (firstInvalidInstant <= now) throw new Refusal('17');
  return number;
}

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, position) => {
      const value = position % 2 === 0 ? digit : digit * 2;
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
