/** A JSON object of an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** An answer that lacks what it must hold, or holds something else in its place. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';

  constructor(field: string) {
    super(`the field ${field} of the answer cannot be read`);
  }
}

/** The object in a value; anything else counts as an object without fields. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list, which may be missing. */
export function listOf(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** A text, or a number where the provider writes one instead. */
export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text that must be there. Throws `Unreadable` where it is missing. */
export function text(fields: Fields, name: string): string {
  return present(optionalText(fields, name), name);
}

/** A number, also one written as text; undefined where it is missing. Throws `Unreadable` for anything else. */
export function optionalNumber(fields: Fields, name: string): number | undefined {
  const written = optionalText(fields, name);
  if (written === undefined) return undefined;
  const value = Number(written);
  if (!Number.isFinite(value)) throw new Unreadable(name);
  return value;
}

/** A number that must be there. Throws `Unreadable` where it is missing. */
export function number(fields: Fields, name: string): number {
  return present(optionalNumber(fields, name), name);
}

/** An amount as a decimal text with two places. Throws `Unreadable` where that would lose a part of it. */
export function money(fields: Fields, name: string): string {
  const parts = /^(\d+)(?:\.(\d*?)0*)?$/.exec(text(fields, name));
  const [, whole, fraction = ''] = parts ?? [];
  if (whole === undefined || fraction.length > 2) throw new Unreadable(name);
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(2, '0')}`;
}

/** One of our words for one of the provider's. Throws `Unreadable` for a word we do not know. */
export function translated<T>(fields: Fields, name: string, words: ReadonlyMap<string, T>): T {
  return present(words.get(text(fields, name)), name);
}

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Unreadable(name);
  return value;
}
