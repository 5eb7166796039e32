import type { Attribute, Item, Key } from './table.ts';

/** A record as an item under its key. Records are plain data: texts, numbers, booleans, nulls, lists and maps of them. */
export function itemOf(at: Key, record: object): Item {
  return { ...record, ...at };
}

/** What is to be set of an item, from some members of its record. */
export function attributesOf(record: object): Readonly<Record<string, Attribute | undefined>> {
  return { ...record };
}

/** The same without nulls at any depth, which whoever reads it takes for missing: what is short is cheap to write. */
export function compactItem(at: Key, record: object): Item {
  return { ...withoutNulls(record), ...at };
}

/** A record's attributes that are neither null nor undefined, at any depth. */
export function withoutNulls(record: object): Record<string, Attribute> {
  const present: Record<string, Attribute> = {};
  for (const [name, value] of Object.entries(record) as [string, Attribute | undefined][])
    if (value !== null && value !== undefined) present[name] = isPart(value) ? withoutNulls(value) : value;
  return present;
}

const isPart = (value: Attribute): value is { [name: string]: Attribute } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
