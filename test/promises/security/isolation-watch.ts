import { key } from '../../../lib/table/schema.ts';
import type { Table } from '../../../lib/table/table.ts';
import { keyOf } from '../../support/doubles/memory-items.ts';
import { noting, type Call } from '../../support/world/calls.ts';

/** What is asked for by each method of a table, as partition keys. */
const PARTITIONS: { readonly [Method in keyof Table]: (...asked: Parameters<Table[Method]>) => string[] } = {
  get: ({ pk }) => [pk],
  getMany: (keys) => keys.map(({ pk }) => pk),
  query: ({ pk }) => [pk],
  list: ({ name }) => [name],
  apply: (change) => [keyOf(change).pk],
  write: (changes) => changes.map((change) => keyOf(change).pk),
  due: () => ['the index of all tenants'],
};

/** A table that notes the partition key of every call. */
export function recording(table: Table): { table: Table; asked: string[] } {
  const asked: string[] = [];
  const note = ({ method, asked: of }: Call) => {
    const partitions = PARTITIONS[method as keyof Table] as (...of: readonly unknown[]) => string[];
    asked.push(...partitions(...of));
  };
  return { asked, table: noting(table, note) };
}

/** Whether a partition is another tenant's, or everybody's. */
export function isForeign(pk: string, tenant: string): boolean {
  if (/^[KC]#/.test(pk) || pk === key.challengeKey().pk) return false;
  if (pk.startsWith(`L#${tenant}#`) || /^L#[\w-]{43}#door/.test(pk)) return false;
  return pk !== `T#${tenant}` && !pk.startsWith(`T#${tenant}#`);
}
