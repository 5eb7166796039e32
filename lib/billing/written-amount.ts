import { amountFrom, isAboveZero } from './money.ts';

/** Why a text is no amount: `two` if it could be two of them, and which. */
export type NoAmount =
  | { readonly is: 'two'; readonly whole: string; readonly fraction: string }
  | { readonly is: 'currency'; readonly named: string }
  | { readonly is: 'decimals' | 'zero' | 'other' };

/** What people write for a currency, before or behind an amount. */
const SIGNS: Readonly<Record<string, string>> = {
  '₺': 'TRY',
  TL: 'TRY',
  TRY: 'TRY',
  $: 'USD',
  USD: 'USD',
  '€': 'EUR',
  EUR: 'EUR',
};

const SIGN = /^(₺|TL|TRY|\$|USD|€|EUR)?(.*?)(₺|TL|TRY|\$|USD|€|EUR)?$/;

/** Thousands by one mark, and decimals by another one. */
const GROUPED = /^(\d{1,3})(?:([., '])(\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
const PLAIN = /^(\d+)(?:[.,](\d+))?$/;

/**
 * An amount as people write it, such as `49,95`, `1.250,00`, `25.00` or `₺10`, as a two-decimal string. What could be two
 * amounts, such as `1.250`, is none.
 */
export function writtenAmount(given: string, currency: string): string | NoAmount {
  const text = given.normalize('NFKC').replaceAll('’', "'").trim().toLocaleUpperCase('en');
  const [, before, middle = '', behind] = SIGN.exec(text) ?? [];
  const named = [before, behind].find((sign) => sign !== undefined && SIGNS[sign] !== currency);
  if (named !== undefined) return { is: 'currency', named };
  if (before !== undefined && behind !== undefined) return { is: 'other' };
  return amountOf(middle.trim().replaceAll(/\s+/g, ' '));
}

function amountOf(text: string): string | NoAmount {
  const [, whole = '', fraction = ''] = PLAIN.exec(text) ?? [];
  const isThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (isThousands) return { is: 'two', whole: `${whole}${fraction}.00`, fraction: `${whole}.${fraction}` };
  if (whole !== '') return withDecimals(whole, fraction);
  const grouped = GROUPED.exec(text);
  if (!grouped || text.startsWith('0') || grouped[2] === grouped[4]) return { is: 'other' };
  const [digits = '', decimals = ''] = grouped[4] === undefined ? [text] : text.split(grouped[4]);
  return withDecimals(digits.replaceAll(/\D/g, ''), decimals);
}

function withDecimals(whole: string, fraction: string): string | NoAmount {
  if (fraction.length > 2) return { is: 'decimals' };
  const amount = amountFrom(fraction === '' ? whole : `${whole}.${fraction}`);
  if (amount === undefined) return { is: 'other' };
  return isAboveZero(amount) ? amount : { is: 'zero' };
}

/** Why it is no amount, for whoever wrote it. */
export function noAmountSaid(why: NoAmount): string {
  switch (why.is) {
    case 'two':
      return `could be ${why.whole} or ${why.fraction}; write it with two decimals, such as ${why.whole}`;
    case 'currency':
      return `names another currency: ${why.named}`;
    case 'decimals':
      return 'must have at most two decimals';
    case 'zero':
      return 'must be above zero';
    case 'other':
      return 'must be an amount, such as 49.95 or 1250.00';
  }
}
