import { Unreadable } from '../record.ts';

/** Typed access to attributes; null and missing are the same. Every method throws Unreadable. */
export interface Fields {
  text(attribute: string): string;
  textOrNull(attribute: string): string | null;
  number(attribute: string): number;
  numberOrNull(attribute: string): number | null;
  oneOf<Word extends string>(attribute: string, words: readonly Word[]): Word;
  oneOfOrNull<Word extends string>(attribute: string, words: readonly Word[]): Word | null;
  texts(attribute: string): readonly string[] | null;
  numbers(attribute: string): readonly number[] | null;
  flag(attribute: string): boolean;
  flagOrNull(attribute: string): boolean | null;
  /** Whether it is true; any other value, and none, is false. */
  isSet(attribute: string): boolean;
  part(attribute: string): Fields | null;
  requiredPart(attribute: string): Fields;
  /** The records of a list. */
  parts(attribute: string): readonly Fields[];
}

/** Typed access to an item or a part of one. */
export function fieldsOf(record: Readonly<Record<string, unknown>>): Fields {
  /** The value if it is of the kind; null if there is none. */
  function orNull<T>(attribute: string, isOfKind: (value: unknown) => value is T): T | null {
    const value = record[attribute] ?? null;
    if (value === null) return null;
    if (!isOfKind(value)) throw new Unreadable(attribute);
    return value;
  }
  function required<T>(attribute: string, value: T | null): T {
    if (value === null) throw new Unreadable(attribute);
    return value;
  }
  function oneOfOrNull<Word extends string>(attribute: string, words: readonly Word[]): Word | null {
    return orNull(attribute, (value): value is Word => words.some((word) => word === value));
  }
  return {
    textOrNull: (attribute) => orNull(attribute, isText),
    numberOrNull: (attribute) => orNull(attribute, isNumber),
    text: (attribute) => required(attribute, orNull(attribute, isText)),
    number: (attribute) => required(attribute, orNull(attribute, isNumber)),
    oneOf: (attribute, words) => required(attribute, oneOfOrNull(attribute, words)),
    oneOfOrNull,
    texts: (attribute) => orNull(attribute, areTexts),
    numbers: (attribute) => orNull(attribute, areNumbers),
    flag: (attribute) => required(attribute, orNull(attribute, isBoolean)),
    flagOrNull: (attribute) => orNull(attribute, isBoolean),
    isSet: (attribute) => record[attribute] === true,
    part(attribute) {
      const part = orNull(attribute, isRecord);
      return part && fieldsOf(part);
    },
    requiredPart: (attribute) => fieldsOf(required(attribute, orNull(attribute, isRecord))),
    parts: (attribute) => required(attribute, orNull(attribute, areRecords)).map(fieldsOf),
  };
}

/** Requires a record; `name` names it in the error. */
export function fieldsIn(name: string, value: unknown): Fields {
  if (!isRecord(value)) throw new Unreadable(name);
  return fieldsOf(value);
}

/** Parses an attribute that holds JSON. */
export function jsonFields(attribute: string, text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unreadable(attribute); // the parser's own message would quote the text
  }
  return fieldsIn(attribute, value);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const areNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every(isNumber);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

function areRecords(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isRecord);
}
