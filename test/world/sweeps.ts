import type { Queue } from '../../lib/app.ts';
import { duePartition, type DueKind } from '../../lib/table/due.ts';
import type { Table } from '../../lib/table/table.ts';

/** The queue of sweeps without the messages that would find nothing due: most of them, each minute of a long test. */
export function busySweeps(inner: Queue, table: Table, now: () => number): Queue {
  return {
    send: async (messages) => {
      const finds = await Promise.all(
        messages.map(({ body }) => {
          const { kind, shard } = body as { kind: DueKind; shard: number };
          return table.due(duePartition(kind, shard), now(), 1);
        }),
      );
      await inner.send(messages.filter((_, i) => (finds[i]?.length ?? 0) > 0));
    },
  };
}
