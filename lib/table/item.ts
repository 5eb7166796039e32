import type { Item, Key } from './table.ts';

/** A record as an item under its key. Records are plain data: texts, numbers, booleans, nulls, lists and maps of them. */
export function itemOf(at: Key, record: object): Item {
  return { ...record, ...at };
}
