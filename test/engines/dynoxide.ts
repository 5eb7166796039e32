import { startEngine, type Engine } from '../../local/engine.ts';
import { openTable, type OpenTable } from './open.ts';

let engine: Promise<Engine> | undefined;
let open = 0;

/**
 * An empty table on the embedded engine. All tables of a process share one engine, which ends with the last of them or
 * with the process. Throws one plain line where there is no engine.
 */
export async function startTable(): Promise<OpenTable> {
  open += 1;
  engine ??= startEngine(undefined);
  const { endpoint } = await engine;
  const opened = await openTable(endpoint);
  return {
    ...opened,
    async stop() {
      await opened.stop();
      open -= 1;
      if (open > 0 || !engine) return;
      const ending = engine;
      engine = undefined;
      await (await ending).stop();
    },
  };
}
