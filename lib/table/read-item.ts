import type { Attribute } from './table.ts';

/** Attributes of an item, or of an object in one. */
export interface Attributes {
  readonly [name: string]: Attribute | undefined;
}

/** An item that does not hold what its kind must hold: a fault of ours, and never a caller's. Its values are not quoted. */
export class UnreadableItem extends Error {
  override readonly name = 'UnreadableItem';

  constructor(attribute: string) {
    super(`the attribute ${attribute} of an item cannot be read`);
  }
}

export function text(item: Attributes, name: string): string {
  const value = item[name];
  if (typeof value !== 'string') throw new UnreadableItem(name);
  return value;
}

export function number(item: Attributes, name: string): number {
  const value = item[name];
  if (typeof value !== 'number') throw new UnreadableItem(name);
  return value;
}

export function flag(item: Attributes, name: string): boolean {
  const value = item[name];
  if (typeof value !== 'boolean') throw new UnreadableItem(name);
  return value;
}

/** One of the words that the attribute may hold. */
export function oneOf<T extends string>(item: Attributes, name: string, words: readonly T[]): T {
  const value = words.find((word) => word === item[name]);
  if (value === undefined) throw new UnreadableItem(name);
  return value;
}

/** The attributes of an object in an item. */
export function object(item: Attributes, name: string): Attributes {
  const value = item[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Uint8Array)
    throw new UnreadableItem(name);
  return value;
}

/** Null where the attribute is null or missing: what an older item did not have yet. Otherwise as `read` has it. */
export function orNull<T>(
  item: Attributes,
  name: string,
  read: (item: Attributes, name: string) => T,
): T | null {
  const value = item[name];
  return value === null || value === undefined ? null : read(item, name);
}
