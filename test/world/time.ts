import type { Table } from '../../lib/table/table.ts';

const MINUTE = 60_000;

/** The next full minute at which the sweep would find something; the minute after now if that is overdue already. */
export async function nextSweep(table: Table, now: number): Promise<number | undefined> {
  const shards = await Promise.all(
    Array.from({ length: 16 }, (_, shard) => table.due(String(shard), Number.MAX_SAFE_INTEGER, 1)),
  );
  const first = Math.min(...shards.flat().map(({ dueAt }) => dueAt));
  if (!Number.isFinite(first)) return undefined;
  return Math.max(first, now + MINUTE);
}
