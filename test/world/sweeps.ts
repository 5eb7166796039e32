import type { Queue } from '../../lib/app.ts';
import { duePartition, type DueKind } from '../../lib/table/due.ts';
import type { DueTimes } from './table.ts';

/** The queue of sweeps without the messages that would find nothing due: most of them, each minute of a long test. */
export function busySweeps(inner: Queue, dueTimes: () => Promise<DueTimes>, now: () => number): Queue {
  return {
    send: async (messages) => {
      const times = await dueTimes();
      await inner.send(
        messages.filter(({ body }) => {
          const { kind, shard } = body as { kind: DueKind; shard: number };
          return (times.get(duePartition(kind, shard)) ?? Infinity) <= now();
        }),
      );
    },
  };
}
