import { canonicalReference, isPossibleReference, shortLine } from '../../text/clean-text.ts';
import { LONGEST_LINE } from './limits.ts';

/** A JSON object of an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** The end of the year 9999, epoch ms: later instants cannot be written as dates. */
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** The largest count of days, seconds or intervals: what is computed from larger ones is no date either. */
export const COUNT_MAX = 1e6;

/** A required field of an answer is missing or of the wrong type. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';

  constructor(field: string) {
    super(`the field ${field} of the answer cannot be read`);
  }
}

/** The value as an object; anything else becomes an empty object. */
export function answerFieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; empty if it is missing. */
export function listOf(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.map(answerFieldsOf) : [];
}

/** A text, with lone surrogates replaced, or a number that the provider wrote instead. */
export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : undefined;
}

/** A required text. Throws `UnreadableAnswer`. */
export function text(fields: Fields, name: string): string {
  return present(optionalText(fields, name), name);
}

/** A text for people in one line, cut where it is longer than any name: merchants name their plans as they like. */
export function optionalLine(fields: Fields, name: string): string | undefined {
  const written = optionalText(fields, name);
  return written === undefined ? undefined : shortLine(written, LONGEST_LINE);
}

/** A required text for people. Throws `UnreadableAnswer`. */
export function line(fields: Fields, name: string): string {
  return present(optionalLine(fields, name), name);
}

/** What something is found by: a reference or token. Throws `UnreadableAnswer` for what no key, queue or path could take. */
export function optionalIdentifier(fields: Fields, name: string): string | undefined {
  const written = optionalText(fields, name);
  if (written !== undefined && !isPossibleReference(written)) throw new UnreadableAnswer(name);
  return written === undefined ? undefined : canonicalReference(written);
}

/** A required identifier. Throws `UnreadableAnswer`. */
export function identifier(fields: Fields, name: string): string {
  return present(optionalIdentifier(fields, name), name);
}

/** An e-mail address as it is compared, without the space around it. Throws `UnreadableAnswer` like an identifier. */
export function address(fields: Fields, name: string): string {
  return identifier({ [name]: optionalText(fields, name)?.trim() }, name);
}

/** A code of three capitals, as ISO 4217 has them. Throws `UnreadableAnswer`. */
export function currency(fields: Fields, name: string): string {
  const [code] = /^[A-Z]{3}$/.exec(text(fields, name)) ?? [];
  return present(code, name);
}

/** A whole number, at least 0, possibly written as text; undefined if missing. Throws `UnreadableAnswer` for anything else, or beyond `max`. */
export function optionalNumber(fields: Fields, name: string, max = LATEST_MS): number | undefined {
  const written = optionalText(fields, name);
  if (written === undefined) return undefined;
  const value = Number(written);
  if (!Number.isInteger(value) || value < 0 || value > max) throw new UnreadableAnswer(name);
  return value;
}

/** The provider's own time, of dates that name no zone. */
const UTC_OFFSET = '+03:00';

/** A date in words: `yyyy-MM-dd HH:mm:ss`, a bare day, or ISO 8601. */
const WRITTEN_DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/** An instant (epoch ms) as number, digits or words; undefined if missing. Throws `UnreadableAnswer` for anything else. */
export function optionalTime(fields: Fields, name: string): number | undefined {
  const written = optionalText(fields, name);
  const [, day, time = '00:00', zone = UTC_OFFSET] = WRITTEN_DATE.exec(written ?? '') ?? [];
  if (day === undefined) return optionalNumber(fields, name);
  const at = Date.parse(`${day}T${time}${zone}`);
  if (!(at >= 0 && at <= LATEST_MS)) throw new UnreadableAnswer(name);
  return at;
}

/** A required instant. Throws `UnreadableAnswer`. */
export function time(fields: Fields, name: string): number {
  return present(optionalTime(fields, name), name);
}

/** An instant that may not be set: one typed client of the provider writes 0 for "none". Throws `UnreadableAnswer`. */
export function timeIfSet(fields: Fields, name: string): number | undefined {
  const at = optionalTime(fields, name);
  return at === 0 ? undefined : at;
}

/** An instant as far as it can be read: for what is of use but not needed. */
export function timeIfReadable(fields: Fields, name: string): number | undefined {
  try {
    return optionalTime(fields, name);
  } catch {
    return undefined;
  }
}

/** An amount with two decimals. Throws `UnreadableAnswer` if it has more, or is too large to compute with. */
export function money(fields: Fields, name: string): string {
  const [, whole, fraction = ''] = /^0*(\d{1,20})(?:\.(\d{0,2})0*)?$/.exec(text(fields, name)) ?? [];
  return `${present(whole, name)}.${fraction.padEnd(2, '0')}`;
}

/** Translates a provider's word. Throws `UnreadableAnswer` for an unknown one. */
export function translated<T>(fields: Fields, name: string, words: ReadonlyMap<string, T>): T {
  return present(words.get(text(fields, name)), name);
}

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new UnreadableAnswer(name);
  return value;
}
