import type { List } from './list-indexes.ts';

/** The primary key of an item. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** A value that an item can hold. */
export type Attribute =
  string | number | boolean | null | Uint8Array | Attribute[] | { [name: string]: Attribute };

/** An item with its key. */
export type Item = Key & { readonly [name: string]: Attribute | undefined };

/** A claim about an item as it is stored; all clauses of a condition must hold. */
export type Clause =
  /** There is no such item yet. */
  | { readonly absent: true }
  /** There is such an item. */
  | { readonly present: true }
  | { readonly attribute: string; readonly is: string | number | boolean | null }
  | { readonly attribute: string; readonly isNot: string | number | boolean }
  | { readonly attribute: string; readonly atMost: number }
  | { readonly attribute: string; readonly missing: true };

/** All clauses must hold, else the write throws Conflict and nothing is changed. */
export type Condition = readonly Clause[];

/** Writes a whole item, in place of one that is there. */
export interface Put {
  readonly put: Item;
  readonly if?: Condition;
}

/** What is undefined is not set. With nothing to set or add, a missing item is not made but is a Conflict. */
export interface Update {
  readonly update: Key;
  readonly set?: Readonly<Record<string, Attribute | undefined>>;
  readonly remove?: readonly string[];
  readonly add?: Readonly<Record<string, number>>;
  readonly if?: Condition;
}

/** Deletes an item; one that is not there is no error. */
export interface Delete {
  readonly delete: Key;
  readonly if?: Condition;
}

/** Changes nothing, but fails the transaction where the condition does not hold. */
export interface Check {
  readonly check: Key;
  readonly if: Condition;
}

/** One change of a transaction. */
export type Change = Put | Update | Delete | Check;

/** Items of one partition in the order of their sort keys. */
export interface Query {
  readonly pk: string;
  /** Sort keys beginning with this. */
  readonly prefix?: string;
  /** Sort keys strictly after, or strictly before, this one; with `prefix` both hold. */
  readonly after?: string;
  readonly before?: string;
  readonly backwards?: boolean;
  readonly limit?: number;
  /** False reads at half the price and may miss the last moments' writes. */
  readonly consistent: boolean;
}

/** A page of a list; bounds are exclusive positions. */
export interface ListQuery extends List {
  readonly after?: string;
  readonly before?: string;
  readonly backwards?: boolean;
  readonly limit: number;
}

/** What a list names, and where in the list it stands. */
export interface ListedKey extends Key {
  readonly position: string;
}

/** The key of something due, and since when (epoch ms). */
export interface DueKey extends Key {
  readonly dueAt: number;
}

/**
 * A condition did not hold. `found` has one entry per change asked for: the stored item where that change's
 * condition failed and there was one, otherwise undefined; `failed` lists the indexes whose condition failed.
 */
export class Conflict extends Error {
  readonly failed: readonly number[];
  readonly found: readonly (Item | undefined)[];

  constructor(failed: readonly number[], found: readonly (Item | undefined)[]) {
    super(`condition of change ${failed.join(', ')} did not hold`);
    this.name = 'Conflict';
    this.failed = failed;
    this.found = found;
  }
}

/**
 * Makes a change. Where a condition did not hold, because somebody else was quicker, `otherwise` says what that means, by
 * what was found instead. Everything but a Conflict is thrown on.
 */
export async function onConflict<T>(
  change: () => Promise<T>,
  otherwise: (conflict: Conflict) => T | Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return otherwise(error);
  }
}

/** The item that stood in a change's way. Throws the conflict where there is none: something else is wrong then. */
export function foundIn(conflict: Conflict, index = 0): Item {
  const item = conflict.found[index];
  if (!item) throw conflict;
  return item;
}

/**
 * Makes a change and answers whether it was made: false where its condition did not hold, because somebody else was
 * quicker and what they did stands. A single change that the client repeated by itself may meet its own first try;
 * `ours` recognises that by the item found. Everything but a Conflict is thrown on.
 */
export function tryWrite(
  change: () => Promise<unknown>,
  ours: (found: Item | undefined) => boolean = () => false,
): Promise<boolean> {
  return onConflict(
    () => change().then(() => true),
    ({ found }) => ours(found[0]),
  );
}

/** The table did not take a call in five tries, for other writers or its own limits. Nothing was done. */
export class Busy extends Error {
  constructor(cause: unknown) {
    super('the table is busy', { cause });
    this.name = 'Busy';
  }
}

/** The one table, in the terms that our code needs. Implemented for DynamoDB, and in memory for fault tests. */
export interface Table {
  get(key: Key, options: { consistent: boolean }): Promise<Item | undefined>;
  /** One request for up to 100 keys; answers in the order asked. */
  getMany(keys: readonly Key[], options: { consistent: boolean }): Promise<(Item | undefined)[]>;
  /** All matching items, or the first `limit`; follows pages by itself. */
  query(query: Query): Promise<Item[]>;
  /** A page of a list, in the order of positions; it may miss the last moments' writes. */
  list(query: ListQuery): Promise<ListedKey[]>;
  /** One change outside a transaction: half the price. Answers the item as it is then, if any. Throws Conflict. */
  apply(change: Put | Update | Delete): Promise<Item | undefined>;
  /** All changes or none. Throws Conflict. */
  write(changes: readonly Change[]): Promise<void>;
  /**
   * Keys of what is due in one partition of the index up to an instant (epoch ms), earliest first; with `after`, those
   * that follow that key, whether or not it is still there.
   */
  due(partition: string, until: number, limit: number, after?: DueKey): Promise<DueKey[]>;
}
