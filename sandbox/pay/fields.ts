import { Refusal } from './envelope.ts';

/** A JSON object of a request; unknown fields are ignored, as by the provider. */
export type Fields = Readonly<Record<string, unknown>>;

/** The object in a value; anything else counts as one without fields. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** A required text; `code` is the provider's for its absence. */
export function text(fields: Fields, name: string, code = '24'): string {
  const value = optionalText(fields, name);
  if (value === undefined) throw new Refusal(code);
  return value;
}

/** A text, or a number as text; undefined where it is missing or blank. */
export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A number or a string with a decimal point; a decimal comma is an invalid request. */
export function decimal(fields: Fields, name: string): number {
  const value = text(fields, name);
  if (!/^\d+(\.\d+)?$/.test(value)) throw new Refusal('11');
  return Number(value);
}

/** A whole number from 0, or `otherwise` where it is missing. Refuses with 11 anything else. */
export function wholeNumber(fields: Fields, name: string, otherwise: number): number {
  const value = optionalText(fields, name);
  if (value === undefined) return otherwise;
  if (!/^\d+$/.test(value)) throw new Refusal('11');
  return Number(value);
}

/** One of some words. Refuses with 11 any other. */
export function oneOf<T extends string>(fields: Fields, name: string, choices: readonly T[]): T {
  const value = text(fields, name);
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw new Refusal('11');
  return choice;
}
