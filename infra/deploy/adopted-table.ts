import { DUE_INDEX } from '../../lib/table/work/due.ts';
import { LIST_INDEXES } from '../../lib/table/list-indexes.ts';
import type { Tools } from './tools.ts';

const INDEXES = [DUE_INDEX, ...Object.keys(LIST_INDEXES)];

/**
 * Throws if a table that a stage adopts cannot be read in its region, or lacks an index that its functions query:
 * CloudFormation makes none, and each function would fail only once it is called.
 */
export function checkAdoptedTable(tableName: string, region: string, tools: Tools): void {
  const { status, stdout, stderr } = tools.read('aws', [
    ...['dynamodb', 'describe-table', '--table-name', tableName, '--region', region, '--output', 'json'],
    ...['--query', "Table.GlobalSecondaryIndexes[?IndexStatus=='ACTIVE'].IndexName"],
  ]);
  if (status !== 0) throw new Error(`the adopted table ${tableName} cannot be read: ${stderr.trim()}`);
  const active = (JSON.parse(stdout || 'null') ?? []) as string[];
  const missing = INDEXES.filter((name) => !active.includes(name));
  if (missing.length > 0)
    throw new Error(
      `the adopted table ${tableName} has no active index ${missing.join(', ')}: make what is missing first, as docs/runbook/upgrade.md says`,
    );
}
