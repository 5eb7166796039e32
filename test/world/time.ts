import { DUE_SHARDS } from '../../lib/limits.ts';
import type { Table } from '../../lib/table/table.ts';

/** The time of whatever falls due first, if anything does. */
export async function firstDue(table: Table): Promise<number | undefined> {
  const shards = await Promise.all(
    Array.from({ length: DUE_SHARDS }, (_, shard) => table.due(String(shard), Number.MAX_SAFE_INTEGER, 1)),
  );
  const first = Math.min(...shards.flat().map(({ dueAt }) => dueAt));
  return Number.isFinite(first) ? first : undefined;
}
