import { LIST_INDEXES } from '../../../lib/table/list-indexes.ts';
import { Conflict } from '../../../lib/table/table.ts';
import type {
  Change,
  DueKey,
  Item,
  Key,
  ListedKey,
  ListQuery,
  Query,
  Table,
} from '../../../lib/table/table.ts';
import {
  keyOf,
  nameOf,
  sound,
  distinct,
  conditionOf,
  holds,
  afterwards,
  copyOf,
  copy,
} from './memory-items.ts';

/** How many changes DynamoDB takes in one transaction. */
const CHANGES_MAX = 100;

const LISTS = Object.entries(LIST_INDEXES);

/** A table that also tells, as a scan of the due index would, when the first thing of each of its partitions is due. */
interface MemoryTable extends Table {
  readonly dueTimes: () => ReadonlyMap<string, number>;
}

/**
 * The table in memory: the same answers, conflicts and refusals as DynamoDB, without a network. Everything happens
 * within the call, so between two awaits of a caller nothing is half done. What it cannot show: stale reads, throttling
 * and the size limits. Among things due at the same instant the order is by key, where DynamoDB promises none.
 */
export function memoryTable(): MemoryTable {
  const partitions = new Map<string, Map<string, Item>>();
  const shards = new Map<string, Map<string, DueKey>>();
  const lists = new Map<string, Map<string, Item>>();

  const stored = ({ pk, sk }: Key): Item | undefined => partitions.get(pk)?.get(sk);

  function store({ pk, sk }: Key, item: Item | undefined): void {
    const before = stored({ pk, sk });
    const name = nameOf({ pk, sk });
    if (before) {
      shardOf(before)?.delete(name);
      for (const list of listsOf(before)) list.delete(name);
    }
    let partition = partitions.get(pk);
    if (!partition) partitions.set(pk, (partition = new Map<string, Item>()));
    if (!item) return void partition.delete(sk);
    partition.set(sk, item);
    for (const list of listsOf(item)) list.set(name, item);
    const { dueAt } = item;
    if (typeof dueAt === 'number') shardOf(item)?.set(name, { pk, sk, dueAt });
  }

  function shardOf({ dueShard }: Item): Map<string, DueKey> | undefined {
    if (typeof dueShard !== 'string') return undefined;
    let shard = shards.get(dueShard);
    if (!shard) shards.set(dueShard, (shard = new Map<string, DueKey>()));
    return shard;
  }

  /** The lists that an item stands in. */
  function listsOf(item: Item): Map<string, Item>[] {
    const standing: Map<string, Item>[] = [];
    for (const [index, { list, sort }] of LISTS) {
      if (typeof item[list] !== 'string' || typeof item[sort] !== 'string') continue;
      const name = `${index} ${item[list]}`;
      let entries = lists.get(name);
      if (!entries) lists.set(name, (entries = new Map<string, Item>()));
      standing.push(entries);
    }
    return standing;
  }

  function commit(changes: readonly Change[]): (Item | undefined)[] {
    const keys = distinct(changes.map(keyOf));
    const before = keys.map(stored);
    const failed = changes.flatMap((change, i) => (holds(conditionOf(change), before[i]) ? [] : [i]));
    if (failed.length > 0)
      throw new Conflict(
        failed,
        before.map((item, i) => (failed.includes(i) ? copyOf(item) : undefined)),
      );
    const after = changes.map((change, i) => afterwards(change, before[i]));
    keys.forEach((key, i) => store(key, after[i]));
    return after;
  }

  function select({ pk, prefix = '', after, before, backwards, limit }: Query): Item[] {
    const chosen = [...(partitions.get(pk)?.values() ?? [])]
      .filter(({ sk }) => sk.startsWith(prefix))
      .filter(({ sk }) => after === undefined || compareBytes(sk, after) > 0)
      .filter(({ sk }) => before === undefined || compareBytes(sk, before) < 0)
      .sort((a, b) => compareBytes(a.sk, b.sk));
    return (backwards ? chosen.reverse() : chosen).slice(0, limit);
  }

  function page({ index, name, after, before, backwards = false, limit }: ListQuery): ListedKey[] {
    const { sort } = LIST_INDEXES[index];
    const chosen = [...(lists.get(`${index} ${name}`)?.values() ?? [])]
      .map((item) => ({ pk: item.pk, sk: item.sk, position: item[sort] as string }))
      .filter(({ position }) => after === undefined || compareBytes(position, after) > 0)
      .filter(({ position }) => before === undefined || compareBytes(position, before) < 0)
      .sort((a, b) => compareBytes(a.position, b.position));
    return (backwards ? chosen.reverse() : chosen).slice(0, limit);
  }

  return {
    get: async (key) => copyOf(stored(sound(key))),
    getMany: async (keys) => keys.map((key) => copyOf(stored(sound(key)))),
    query: async (query) => select(query).map(copy),
    list: async (query) => page(query),
    apply: async (change) => copyOf(commit([change])[0]),
    async write(changes) {
      if (changes.length > CHANGES_MAX) throw new Error(`more than ${CHANGES_MAX} changes in a transaction`);
      commit(changes);
    },
    due: async (partition, until, limit, after) =>
      [...(shards.get(partition)?.values() ?? [])]
        .filter((key) => key.dueAt <= until && (after === undefined || inDueOrder(key, after) > 0))
        .sort(inDueOrder)
        .slice(0, limit)
        .map((key) => ({ ...key })),
    dueTimes: () =>
      new Map([...shards].flatMap(([name, shard]) => (shard.size > 0 ? [[name, first(shard)]] : []))),
  };
}

function first(shard: ReadonlyMap<string, DueKey>): number {
  let at = Infinity;
  for (const { dueAt } of shard.values()) at = Math.min(at, dueAt);
  return at;
}

/** DynamoDB's order of strings: by their UTF-8 bytes, in which surrogate pairs come after all other characters. */
function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;

const inDueOrder = (a: DueKey, b: DueKey) => a.dueAt - b.dueAt || compareBytes(nameOf(a), nameOf(b));
