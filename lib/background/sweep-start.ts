import type { CoreApp, Message, SendsTo } from '../app.ts';
import { DUE_SHARDS } from '../limits.ts';
import { errorFields } from '../log.ts';
import type { SweepMessage } from '../queue/messages.ts';
import { DUE_KINDS } from '../table/due.ts';

/** Every minute: sends one message per kind and shard, most urgent first. */
export async function startSweep(app: CoreApp & SendsTo<'sweeps'>, requestId: string): Promise<void> {
  const startedAt = app.clock();
  const messages = DUE_KINDS.flatMap((kind) =>
    Array.from({ length: DUE_SHARDS }, (_, shard): Message => {
      const body: SweepMessage = { kind, shard, startedAt, requestId };
      return { body, group: `${kind}#${shard}` };
    }),
  );
  try {
    await app.queues.sweeps.send(messages);
  } catch (error) {
    // The invocation succeeds, so Lambda would count no error.
    app.log.measure('RequestsCrashed', 1, 'sweep/start');
    app.log.error('sweep not completely started; the next one makes up for it', errorFields(error));
  }
}
