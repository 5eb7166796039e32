import { startEngine, type Engine } from '../../../local/aws/engine.ts';
import { openTable, type OpenTable } from './open.ts';

let engine: Promise<Engine> | undefined;

/**
 * An empty table on the embedded engine. All tables of a process share one engine, which ends with the process. Throws
 * one plain line where there is no engine.
 */
export async function startTable(): Promise<OpenTable> {
  engine ??= startEngine(undefined);
  const { endpoint } = await engine;
  return openTable(endpoint);
}
