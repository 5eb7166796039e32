import type { Attribute, Item, Key } from './table.ts';

/** A record as an item under its key. Records are plain data: texts, numbers, booleans, nulls, lists and maps of them. */
export function itemOf(at: Key, record: object): Item {
  return { ...record, ...at };
}

/** What is to be set of an item, from some members of its record. */
export function attributesOf(record: object): Readonly<Record<string, Attribute | undefined>> {
  return { ...record };
}
