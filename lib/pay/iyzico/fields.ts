/** A JSON object of an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** The end of the year 9999, epoch ms: later instants cannot be written as dates. */
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** The largest count of days, seconds or intervals: what is computed from larger ones is no date either. */
export const COUNT_MAX = 1e6;

/** A required field of an answer is missing or of the wrong type. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';

  constructor(field: string) {
    super(`the field ${field} of the answer cannot be read`);
  }
}

/** The value as an object; anything else becomes an empty object. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; empty if it is missing. */
export function listOf(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** A text, with lone surrogates replaced, or a number that the provider wrote instead. */
export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : undefined;
}

/** A required text. Throws `Unreadable`. */
export function text(fields: Fields, name: string): string {
  return present(optionalText(fields, name), name);
}

/** A whole number, possibly written as text; undefined if missing. Throws `Unreadable` for anything else, or beyond `max`. */
export function optionalNumber(fields: Fields, name: string, max = LATEST_MS): number | undefined {
  const written = optionalText(fields, name);
  if (written === undefined) return undefined;
  const value = Number(written);
  if (!Number.isInteger(value) || Math.abs(value) > max) throw new Unreadable(name);
  return value;
}

/** A required number. Throws `Unreadable`. */
export function number(fields: Fields, name: string): number {
  return present(optionalNumber(fields, name), name);
}

/** An amount with two decimals. Throws `Unreadable` if it has more. */
export function money(fields: Fields, name: string): string {
  const parts = /^(\d+)(?:\.(\d*?)0*)?$/.exec(text(fields, name));
  const [, whole, fraction = ''] = parts ?? [];
  if (whole === undefined || fraction.length > 2) throw new Unreadable(name);
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(2, '0')}`;
}

/** Translates a provider's word. Throws `Unreadable` for an unknown one. */
export function translated<T>(fields: Fields, name: string, words: ReadonlyMap<string, T>): T {
  return present(words.get(text(fields, name)), name);
}

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Unreadable(name);
  return value;
}
