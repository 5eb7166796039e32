import type { Attribute, Item, Key } from './table.ts';

/** A record as an item under its key. Records are plain data: strings, numbers, booleans, nulls, lists and maps. */
export function itemOf(at: Key, record: object): Item {
  return { ...record, ...at };
}

/** The attributes of a record, for an update. */
export function attributesOf(record: object): Readonly<Record<string, Attribute | undefined>> {
  return { ...record };
}

/** As `itemOf`, without nulls at any depth; readers treat missing as null. Smaller items are cheaper to write. */
export function compactItem(at: Key, record: object): Item {
  return { ...withoutNulls(record), ...at };
}

/** A record's attributes without null and undefined, at any depth. */
export function withoutNulls(record: object): Record<string, Attribute> {
  const present: Record<string, Attribute> = {};
  for (const [name, value] of Object.entries(record) as [string, Attribute | undefined][])
    if (value !== null && value !== undefined) present[name] = isPart(value) ? withoutNulls(value) : value;
  return present;
}

const isPart = (value: Attribute): value is { [name: string]: Attribute } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
