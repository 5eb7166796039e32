import { ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';
import { DUE_ATTRIBUTES, DUE_INDEX } from '../../../lib/table/work/due.ts';
import type { Table } from '../../../lib/table/table.ts';
import { memoryTable } from '../doubles/memory-table.ts';
import { startTable } from '../../nightly/engines/dynoxide.ts';
import { watched } from './watched.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the table of a test world is: in memory unless a run asks for the engine. */
    readonly table: 'memory' | 'engine';
  }
}

/** By partition of the due index, in epoch ms. */
export type DueTimes = ReadonlyMap<string, number>;

/** A world's table. */
export interface WorldTable {
  readonly table: Table;
  /** Everything ever written, as JSON. */
  readonly written: string[];
  /** When the first thing of each partition of the due index falls due; those with none are left out. */
  readonly dueTimes: () => Promise<DueTimes>;
  /** How many messages a consumer gets at once. In memory a batch is worked off in order; an engine answers in any. */
  readonly batch: number;
  readonly stop: () => Promise<void>;
}

/** A table in memory, which its contract suite holds equal to the engines, or one at an engine where the run asks for it. */
export async function openTable(): Promise<WorldTable> {
  if (inject('table') !== 'engine') return openMemory();
  const opened = await startTable();
  const { table, written, steps } = watched(opened.table);
  const dueTimes = onceFor(steps, () => timesInIndex(opened.client, opened.tableName));
  return {
    table: { ...table, due: askedWhereDue(table, dueTimes) },
    written,
    dueTimes,
    batch: 1,
    stop: () => opened.stop(),
  };
}

/** A table in memory, whatever the run asks for; needs no test runner. */
export async function openMemory(): Promise<WorldTable> {
  const table = memoryTable();
  return {
    ...watched(table),
    dueTimes: async () => table.dueTimes(),
    batch: 10,
    stop: async () => undefined,
  };
}

/** What was read is read again only where a write has begun or ended since. */
function onceFor<T>(steps: () => number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly after: number; readonly answer: Promise<T> } | undefined;
  return () => {
    if (kept?.after !== steps()) kept = { after: steps(), answer: read() };
    return kept.answer;
  };
}

/** Asks the index only for partitions in which something is due: most are empty, each minute of a long test. */
function askedWhereDue(table: Table, dueTimes: () => Promise<DueTimes>): Table['due'] {
  return async (partition, until, ...asked) => {
    const first = (await dueTimes()).get(partition) ?? Infinity;
    return first <= until ? table.due(partition, until, ...asked) : [];
  };
}

/** One request instead of one for each partition: it saves most of a run's time. */
async function timesInIndex(client: DynamoDBClient, TableName: string): Promise<DueTimes> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName, IndexName: DUE_INDEX }));
  const times = new Map<string, number>();
  for (const { [DUE_ATTRIBUTES.shard]: shard, [DUE_ATTRIBUTES.at]: at } of Items) {
    const partition = shard?.S ?? '';
    times.set(partition, Math.min(Number(at?.N), times.get(partition) ?? Infinity));
  }
  return times;
}
