import type { CoreApp, Message, SendsTo } from '../runtime/app.ts';
import { DUE_SHARDS, SWEEP } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import type { SweepMessage } from '../queue/messages.ts';
import { DUE_KINDS, duePartition, type DueKind } from '../table/work/due.ts';
import { graceOf } from './hand-out.ts';

/** Every minute: sends a message for each kind and shard in which something is due, most urgent kinds first. */
export async function startSweep(app: CoreApp & SendsTo<'sweeps'>, requestId: string): Promise<void> {
  const startedAt = app.clock();
  const messages: Message[] = [];
  for (const kind of DUE_KINDS)
    for (const shard of await shardsWithWork(app, kind, startedAt)) {
      const body: SweepMessage = { kind, shard, startedAt, requestId };
      messages.push({ body, group: duePartition(kind, shard) });
    }
  try {
    await app.queues.sweeps.send(messages);
  } catch (error) {
    // The invocation succeeds, so Lambda would count no error.
    app.log.measure('RequestsCrashed', 1, 'sweep/start');
    app.log.error('sweep not completely started; the next one makes up for it', errorFields(error));
  }
}

/** The shards of a kind in which something is due at `now` (epoch ms), or which cannot be read. */
async function shardsWithWork(app: CoreApp, kind: DueKind, now: number): Promise<number[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => shard);
  if (app.timeLeft() < SWEEP.startReserveMs) return shards;
  const firstDue = await Promise.all(
    shards.map((shard) =>
      app.table.due(duePartition(kind, shard), now - graceOf(kind), 1).catch((error: unknown) => {
        app.log.warn('shard of due items not read, and swept', errorFields(error));
        return undefined;
      }),
    ),
  );
  return shards.filter((shard) => firstDue[shard]?.length !== 0);
}
