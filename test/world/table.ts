import { ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';
import { DUE_ATTRIBUTES, DUE_INDEX, DUE_KINDS, duePartitions } from '../../lib/table/due.ts';
import type { Table } from '../../lib/table/table.ts';
import { memoryTable } from '../doubles/memory-table.ts';
import { startTable } from '../engines/dynoxide.ts';
import { watched } from './watched.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the table of a test world is: in memory unless a run asks for the engine. */
    readonly table: 'memory' | 'engine';
  }
}

/** A world's table. */
export interface WorldTable {
  readonly table: Table;
  /** Everything ever written, as JSON. */
  readonly written: string[];
  /** The time of whatever falls due first, if anything does. */
  readonly firstDue: () => Promise<number | undefined>;
  /** How many messages a consumer gets at once. In memory a batch is worked off in order; an engine answers in any. */
  readonly batch: number;
  readonly stop: () => Promise<void>;
}

/** A table in memory, which its contract suite holds equal to the engines, or one at an engine where the run asks for it. */
export async function openTable(): Promise<WorldTable> {
  if (inject('table') !== 'engine') return openMemory();
  const opened = await startTable();
  const { table, client, tableName } = opened;
  return {
    ...watched(table),
    firstDue: () => firstInIndex(client, tableName),
    batch: 1,
    stop: () => opened.stop(),
  };
}

/** A table in memory, whatever the run asks for; needs no test runner. */
export async function openMemory(): Promise<WorldTable> {
  const table = memoryTable();
  return {
    ...watched(table),
    firstDue: () => firstInShards(table),
    batch: 10,
    stop: async () => undefined,
  };
}

async function firstInShards(table: Table): Promise<number | undefined> {
  const shards = await Promise.all(
    DUE_KINDS.flatMap(duePartitions).map((partition) => table.due(partition, Number.MAX_SAFE_INTEGER, 1)),
  );
  return earliest(shards.flat().map(({ dueAt }) => dueAt));
}

/** One request instead of one for each shard: it saves a third of a run's time. */
async function firstInIndex(client: DynamoDBClient, TableName: string): Promise<number | undefined> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName, IndexName: DUE_INDEX }));
  return earliest(Items.map((item) => Number(item[DUE_ATTRIBUTES.at]?.N)));
}

function earliest(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : Math.min(...times);
}
