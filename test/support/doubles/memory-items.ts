import { DUE_ATTRIBUTES } from '../../../lib/table/work/due.ts';
import { TTL_ATTRIBUTE } from '../../../lib/table/schema.ts';
import type { Attribute, Change, Clause, Item, Key, Update } from '../../../lib/table/table.ts';

/** A key as one text. */
export const nameOf = ({ pk, sk }: Key) => JSON.stringify([pk, sk]);

export function keyOf(change: Change): Key {
  if ('put' in change) return change.put;
  if ('update' in change) return change.update;
  return 'delete' in change ? change.delete : change.check;
}

export function sound(key: Key): Key {
  if (key.pk === '' || key.sk === '') throw new Error('a key with an empty part');
  return key;
}

export function distinct(keys: readonly Key[]): readonly Key[] {
  const names = new Set(keys.map((key) => nameOf(sound(key))));
  if (names.size < keys.length) throw new Error('a transaction with two changes of one item');
  return keys;
}

/** An update that puts nothing into an item makes none either: it wants one that is there. */
export function conditionOf(change: Change): readonly Clause[] {
  const condition = change.if ?? [];
  return 'update' in change && !hasContent(change) ? [{ present: true }, ...condition] : condition;
}

const hasContent = ({ set = {}, add = {} }: Update) =>
  Object.values({ ...set, ...add }).some((value) => value !== undefined);

export const holds = (condition: readonly Clause[], item: Item | undefined) =>
  condition.every((clause) => clauseHolds(clause, item));

function clauseHolds(clause: Clause, item: Item | undefined): boolean {
  if ('absent' in clause) return clause.absent === !item;
  if ('present' in clause) return clause.present === (item !== undefined);
  const value = item?.[clause.attribute];
  if ('is' in clause) return value === clause.is;
  if ('isNot' in clause) return value !== clause.isNot;
  if ('atMost' in clause) return typeof value === 'number' && value <= clause.atMost;
  return value === undefined;
}

export function afterwards(change: Change, item: Item | undefined): Item | undefined {
  if ('put' in change) return indexable(copy(change.put));
  if ('update' in change) return indexable(updated(change, item));
  return 'delete' in change ? undefined : item;
}

function updated({ update, set = {}, remove = [], add = {} }: Update, item: Item | undefined): Item {
  const sets = Object.entries(set).filter(([, value]) => value !== undefined);
  const touched = ['pk', 'sk', ...sets.map(([name]) => name), ...remove, ...Object.keys(add)];
  if (new Set(touched).size < touched.length)
    throw new Error('an update naming an attribute twice, or the key');

  const result: Key & Record<string, Attribute> = { pk: update.pk, sk: update.sk };
  // What stays as it is need not be copied: nobody outside gets hold of what is stored.
  for (const name in item) {
    const value = item[name];
    if (value !== undefined && !remove.includes(name)) result[name] = value;
  }
  for (const [name, value] of sets) if (value !== undefined) result[name] = copyValue(value);
  for (const [name, by] of Object.entries(add)) result[name] = storable(sum(item?.[name], by));
  return result;
}

function sum(value: Attribute | undefined, by: number): number {
  if (value !== undefined && typeof value !== 'number') throw new Error('add to what is not a number');
  return (value ?? 0) + by;
}

/** Epoch seconds of the year 2286: what is larger was meant as milliseconds, and DynamoDB would keep it for ever. */
const TTL_MAX = 10_000_000_000;

/** An index key must have its type wherever it is present, and a time to live be whole epoch seconds. */
function indexable(item: Item): Item {
  const { [DUE_ATTRIBUTES.shard]: shard, [DUE_ATTRIBUTES.at]: at, [TTL_ATTRIBUTE]: ttl } = item;
  if (ttl !== undefined && !(Number.isSafeInteger(ttl) && Number(ttl) > 0 && Number(ttl) < TTL_MAX))
    throw new Error('a time to live that is not in whole epoch seconds');
  if (shard !== undefined && (typeof shard !== 'string' || shard === ''))
    throw new Error('a due shard that is no name');
  if (at !== undefined && typeof at !== 'number') throw new Error('a due time that is no number');
  return item;
}

export const copyOf = (item: Item | undefined) => item && copy(item);

export function copy(item: Item): Item {
  return Object.assign(copyMap(item), { pk: item.pk, sk: item.sk });
}

function copyMap(map: Readonly<Record<string, Attribute | undefined>>): Record<string, Attribute> {
  const result: Record<string, Attribute> = {};
  for (const name in map) {
    const value = map[name];
    if (value !== undefined) result[name] = copyValue(value);
  }
  return result;
}

function copyValue(value: Attribute): Attribute {
  if (typeof value === 'number') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return new Uint8Array(value);
  return Array.isArray(value) ? value.map(copyValue) : copyMap(value);
}

/** The numbers that the SDK sends as they are; minus nought is stored as nought. */
function storable(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Error(`not storable: ${value}`);
  return value + 0;
}
