import type { Change, Key, Table } from '../../lib/table/table.ts';

/** A table that notes the partition key of every call. */
export function recording(table: Table): { table: Table; asked: string[] } {
  const asked: string[] = [];
  const note = (...keys: readonly Pick<Key, 'pk'>[]) => void asked.push(...keys.map(({ pk }) => pk));
  return {
    asked,
    table: {
      get: (key, options) => (note(key), table.get(key, options)),
      getMany: (keys, options) => (note(...keys), table.getMany(keys, options)),
      query: (query) => (note(query), table.query(query)),
      list: (query) => (note({ pk: query.name }), table.list(query)),
      apply: (change) => (note(keyOf(change)), table.apply(change)),
      write: (changes) => (note(...changes.map(keyOf)), table.write(changes)),
      due: (partition, until, limit, after) => (
        note({ pk: 'the index of all tenants' }),
        table.due(partition, until, limit, after)
      ),
    },
  };
}

function keyOf(change: Change): Key {
  if ('put' in change) return change.put;
  if ('update' in change) return change.update;
  return 'delete' in change ? change.delete : change.check;
}

/** Whether a partition is another tenant's, or everybody's. */
export function isForeign(pk: string, tenant: string): boolean {
  if (/^[KC]#/.test(pk)) return false;
  if (pk.startsWith(`L#${tenant}#`)) return false;
  return pk !== `T#${tenant}` && !pk.startsWith(`T#${tenant}#`);
}
