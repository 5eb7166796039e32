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

/** A condition on the stored item; all clauses of a Condition must hold. */
export type Clause =
  /** The item does not exist. */
  | { readonly absent: true }
  /** The item exists. */
  | { readonly present: true }
  | { readonly attribute: string; readonly is: string | number | boolean | null }
  | { readonly attribute: string; readonly isNot: string | number | boolean }
  | { readonly attribute: string; readonly atMost: number }
  | { readonly attribute: string; readonly missing: true };

/** All clauses must hold, else the write throws Conflict and nothing is changed. */
export type Condition = readonly Clause[];

/** Writes a whole item, replacing any existing one. */
export interface Put {
  readonly put: Item;
  readonly if?: Condition;
}

/** Undefined values are not set. With nothing to set or add, a missing item is not created but is a Conflict. */
export interface Update {
  readonly update: Key;
  readonly set?: Readonly<Record<string, Attribute | undefined>>;
  readonly remove?: readonly string[];
  readonly add?: Readonly<Record<string, number>>;
  readonly if?: Condition;
}

/** Deletes an item; a missing one is no error. */
export interface Delete {
  readonly delete: Key;
  readonly if?: Condition;
}

/** Changes nothing, but fails the transaction if the condition does not hold. */
export interface Check {
  readonly check: Key;
  readonly if: Condition;
}

/** One change of a transaction. */
export type Change = Put | Update | Delete | Check;

/** The key that a change is of. */
export function keyOfChange(change: Change): Key {
  if ('put' in change) return change.put;
  if ('update' in change) return change.update;
  return 'delete' in change ? change.delete : change.check;
}

/** Whether two keys are of the same item. */
export const isSameKey = (one: Key, other: Key): boolean => one.pk === other.pk && one.sk === other.sk;

/** Items of one partition, ordered by sort key. */
export interface Query {
  readonly pk: string;
  /** Sort keys with this prefix. */
  readonly prefix?: string;
  /** Sort keys strictly after, or strictly before, this one; with `prefix` both hold. */
  readonly after?: string;
  readonly before?: string;
  readonly backwards?: boolean;
  readonly limit?: number;
  /** False is an eventually consistent read, at half the price. */
  readonly consistent: boolean;
  /** Takes the keys of items that newer code has written, which are left out then; without it the query throws Unreadable. */
  readonly passOver?: (key: Key) => void;
}

/** A page of a list; bounds are exclusive positions. */
export interface ListQuery extends List {
  readonly after?: string;
  readonly before?: string;
  readonly backwards?: boolean;
  readonly limit: number;
}

/** A listed item's key and its position in the list. */
export interface ListedKey extends Key {
  readonly position: string;
}

/** The key of a due item, and when it is due (epoch ms). */
export interface DueKey extends Key {
  readonly dueAt: number;
}

/** A condition did not hold: `failed` has the indexes of those changes, `found` the item that each of them met. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
  readonly failed: readonly number[];
  readonly found: readonly (Item | undefined)[];

  constructor(failed: readonly number[], found: readonly (Item | undefined)[]) {
    super(`condition of change ${failed.join(', ')} did not hold`);
    this.failed = failed;
    this.found = found;
  }
}

/** Makes a change; on a Conflict (another writer was faster) returns what `otherwise` makes of it. Other errors throw. */
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

/** Makes a change, and returns the Conflict if another writer was faster. Other errors throw. */
export function conflictOf(change: () => Promise<unknown>): Promise<Conflict | undefined> {
  return onConflict<Conflict | undefined>(
    () => change().then(() => undefined),
    (conflict) => conflict,
  );
}

/** The item that a change conflicted with. Rethrows the conflict if there is none. */
export function foundIn(conflict: Conflict, index = 0): Item {
  const item = conflict.found[index];
  if (!item) throw conflict;
  return item;
}

/**
 * Makes a change; false if its condition did not hold. `ours` recognises an SDK retry's own first write by the item
 * found.
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

/** The table did not accept a call in five attempts, because of other writers or throttling. Nothing was changed. */
export class Busy extends Error {
  override readonly name = 'Busy';

  constructor(cause: unknown) {
    super('the table is busy', { cause });
  }
}

/** The table can never make this change: an item is too large, or an attribute invalid. Nothing was changed. */
export class Rejected extends Error {
  override readonly name = 'Rejected';

  constructor(cause: unknown) {
    super('the table rejects the change', { cause });
  }
}

/** The one table, in our code's terms. Implemented for DynamoDB, and in memory for fault tests. */
export interface Table {
  get(key: Key, options: { consistent: boolean }): Promise<Item | undefined>;
  /** One request for up to 100 keys; results are in the given order. */
  getMany(keys: readonly Key[], options: { consistent: boolean }): Promise<(Item | undefined)[]>;
  /** All matching items, or the first `limit`, across pages. */
  query(query: Query): Promise<Item[]>;
  /** A page of a list, ordered by position; eventually consistent. */
  list(query: ListQuery): Promise<ListedKey[]>;
  /** One change outside a transaction, at half the price. Returns the item afterwards, if any. Throws Conflict. */
  apply(change: Put | Update | Delete): Promise<Item | undefined>;
  /** All changes or none. Throws Conflict. */
  write(changes: readonly Change[]): Promise<void>;
  /** Keys of what is due in one partition up to a time (epoch ms), earliest first, after the key `after`. */
  due(partition: string, until: number, limit: number, after?: DueKey): Promise<DueKey[]>;
}
