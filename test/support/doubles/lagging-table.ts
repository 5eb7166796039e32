import type { Change, Item, Key, Table } from '../../../lib/table/table.ts';
import { keyOf, nameOf } from './memory-items.ts';

/**
 * The same table, read from a replica that has fallen behind: what was written through this one is seen only by reads that
 * ask for the latest. What was deleted since is missing here too. Lists and due items are as they are.
 */
export function laggingTable(table: Table): Table {
  const before = new Map<string, Item | undefined>();

  async function remember(changes: readonly Change[]): Promise<void> {
    const keys = changes.map(keyOf).filter((key) => !before.has(nameOf(key)));
    const items = await table.getMany(keys, { consistent: true });
    for (const [at, key] of keys.entries()) before.set(nameOf(key), items[at]);
  }

  const asBefore = (key: Key, now: Item | undefined) =>
    before.has(nameOf(key)) ? before.get(nameOf(key)) : now;

  return {
    ...table,
    async get(key, how) {
      const item = await table.get(key, how);
      return how.consistent ? item : asBefore(key, item);
    },
    async getMany(keys, how) {
      const items = await table.getMany(keys, how);
      return how.consistent ? items : items.map((item, at) => asBefore(keys[at] ?? item!, item));
    },
    async query(query) {
      const items = await table.query(query);
      return query.consistent ? items : items.flatMap((item) => asBefore(item, item) ?? []);
    },
    async apply(change) {
      await remember([change]);
      return table.apply(change);
    },
    async write(changes) {
      await remember(changes);
      return table.write(changes);
    },
  };
}
