import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import { tryWrite, type Clause, type Put, type Update } from '../table.ts';

/** How many unfinished bulk replays a tenant may have: the sweep sends a message for each that waits, every few minutes. */
const REPLAYS_MAX = 20;

/** A tenant's unfinished bulk replays in the order of their start: the first one runs, the others wait for it. */
interface ReplayLine {
  readonly ids: readonly string[];
  /** Raised with each change; null before the first. */
  readonly revision: number | null;
}

/**
 * Records a new replay (`put`) at the end of its tenant's line. Returns how many are before it; undefined if they are
 * too many.
 */
export async function joinReplayLine(
  app: CoreApp & OfTenant,
  id: string,
  put: Put,
): Promise<number | undefined> {
  for (;;) {
    const line = await readLine(app);
    // Its id is fresh, so an SDK retry has met its own first write.
    if (line.ids.includes(id)) return line.ids.indexOf(id);
    const unfinished = await unfinishedOf(app, line.ids);
    if (unfinished.length >= REPLAYS_MAX) return undefined;
    const join = lineUpdate(app.tenantId, line, [...unfinished, id]);
    if (await tryWrite(() => app.table.write([put, join]))) return unfinished.length;
  }
}

/** Takes replays out of the line and returns the one whose turn it is then; undefined if none is left. */
export async function leaveReplayLine(
  app: CoreApp & OfTenant,
  left: readonly string[],
): Promise<string | undefined> {
  for (;;) {
    const line = await readLine(app);
    const ids = line.ids.filter((id) => !left.includes(id));
    if (ids.length === line.ids.length) return ids[0];
    if (await tryWrite(() => app.table.apply(lineUpdate(app.tenantId, line, ids)))) return ids[0];
  }
}

/** Whether no replay before this one is unfinished; those that a crash left in the line are taken out. */
export async function isFirstInLine(app: CoreApp & OfTenant, id: string): Promise<boolean> {
  const { ids } = await readLine(app);
  const before = ids.slice(0, Math.max(0, ids.indexOf(id)));
  const isRunning = (await unfinishedOf(app, before)).length > 0;
  if (!isRunning && before.length > 0) await leaveReplayLine(app, before);
  return !isRunning;
}

/** Those of some replays that are unfinished: the previous release, or a crash, may have left others in the line. */
async function unfinishedOf(app: CoreApp & OfTenant, ids: readonly string[]): Promise<string[]> {
  const keys = ids.map((id) => key.replay(app.tenantId, { id }));
  const items = await app.table.getMany(keys, { consistent: true });
  return ids.filter((_, nth) => items[nth]?.state === 'RUNNING');
}

async function readLine(app: CoreApp & OfTenant): Promise<ReplayLine> {
  const item = await app.table.get(key.replayLine(app.tenantId), { consistent: true });
  if (!item) return { ids: [], revision: null };
  const of = fieldsOf(item);
  return { ids: of.texts('ids') ?? [], revision: of.number('revision') };
}

/** Replaces the ids of a line, if it is still as it was read. */
function lineUpdate(tenant: string, { revision }: ReplayLine, ids: readonly string[]): Update {
  const asRead: Clause = revision === null ? { absent: true } : { attribute: 'revision', is: revision };
  return {
    update: key.replayLine(tenant),
    set: { ids: [...ids], revision: (revision ?? 0) + 1 },
    if: [asRead],
  };
}
