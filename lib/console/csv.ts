import { localIn, zone } from '../runtime/zone.ts';
import type { Language } from '../pages/language.ts';

/** An amount of money, which is written as the reader's spreadsheet counts; a moment (epoch ms, or ISO 8601), or a day. */
export interface Amount {
  readonly amount: string;
}
/** A moment: epoch ms, or ISO 8601; null where there is none. */
export interface Moment {
  readonly at: number | string | null;
}

/** The value of a cell: text, a count, an amount or a moment; null for an empty one. */
export type Cell = string | number | null | Amount | Moment;

/** An amount's cell. */
export const amountCell = (amount: string | null): Amount | null => (amount === null ? null : { amount });
/** A moment's cell. */
export const momentCell = (at: number | string | null): Moment => ({ at });

/** Where the decimal sign is a comma, spreadsheets part cells by `;`. */
const FORM: Readonly<Record<Language, { readonly separator: string; readonly decimal: string }>> = {
  tr: { separator: ';', decimal: ',' },
  en: { separator: ',', decimal: '.' },
};

/** A line of a CSV file (RFC 4180) for the spreadsheets of a language: each cell quoted, none of them computed. */
export function csvLine(language: Language, cells: readonly Cell[]): string {
  const quoted = cells.map((cell) => `"${textOf(language, cell).replaceAll('"', '""')}"`);
  return `${quoted.join(FORM[language].separator)}\r\n`;
}

function textOf(language: Language, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') return safeText(cell);
  if ('amount' in cell) return cell.amount.replace('.', FORM[language].decimal);
  if (cell.at === null) return '';
  if (typeof cell.at === 'string' && cell.at.length === '0000-00-00'.length)
    return localDay(language, cell.at);
  return localTime(language, new Date(cell.at).getTime());
}

/** What begins a formula, in its full-width and small forms too: at the beginning, and behind what parts cells elsewhere. */
const FORMULA = /(^|[;,\t\r\n])(\s*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫−])/gu;
/** A number that may stand as it is. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})$/;
/** What spreadsheets take for a number and change: leading zeros, more than 15 digits, `1.5`, `1E5`. */
const CHANGED = /^[0-9.]+(?:e[+-]?[0-9]+)?$/i;

/** Text behind an apostrophe where a spreadsheet would compute it, or read it as a number that it then changes. */
function safeText(text: string): string {
  if (NUMBER.test(text)) return text;
  if (CHANGED.test(text.trim())) return `'${text}`;
  return text.replaceAll(FORMULA, "$1'$2");
}

/** Day and time in the tenant's zone, as a language's spreadsheets read them. */
function localTime(language: Language, at: number): string {
  const [day = '', time = ''] = localIn(zone(), at).split('T');
  return `${localDay(language, day)} ${time}`;
}

function localDay(language: Language, day: string): string {
  return language === 'tr' ? day.split('-').toReversed().join('.') : day;
}
