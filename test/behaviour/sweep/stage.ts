import type { Message, Queue } from '../../../lib/runtime/app.ts';
import { runSweep, type SweepApp } from '../../../lib/sweep/run.ts';
import { startSweep } from '../../../lib/sweep/start.ts';
import { jsonLog } from '../../../lib/runtime/log.ts';
import { NotTaken } from '../../../lib/queue/not-taken.ts';
import type { SweepMessage } from '../../../lib/queue/messages.ts';
import type { QueueName } from '../../../lib/footprint.ts';
import { DUE_KINDS, due, duePartitions, type DueKind, type DueWork } from '../../../lib/table/work/due.ts';
import { subscriberWork } from '../../../lib/table/work/works.ts';
import type { DueKey, Item, Key, Table } from '../../../lib/table/table.ts';
import { memoryTable } from '../../support/doubles/memory-table.ts';
import { closedApp } from '../../support/world/closed-app.ts';
import { everyQueue } from '../../support/world/queues.ts';
import { informative } from '../../support/world/log-line.ts';

export const MINUTE = 60_000;
export const NOON = Date.UTC(2026, 0, 15, 12);

/** The sweep on a table in memory and queues that keep what they are sent; a test moves the clock. */
export class SweepStage {
  now = NOON;
  /** What the invocation has left: as much as it was given, less what a call costs. */
  timeLeft = 50_000;
  msPerCall = 0;
  table: Table = memoryTable();
  /** Which messages a queue refuses. */
  refuses: (queue: QueueName, message: Message) => boolean = () => false;
  readonly sent: { readonly queue: QueueName; readonly message: Message }[] = [];
  readonly lines: Record<string, unknown>[] = [];
  #ids = 0;

  get app(): SweepApp {
    return closedApp({
      clock: () => this.now,
      newId: () => `id-${++this.#ids}`,
      newNonce: () => `nonce-${++this.#ids}`,
      table: this.#slow(this.table),
      log: jsonLog((line) => this.lines.push(JSON.parse(informative(line)) as Record<string, unknown>), {
        now: () => this.now,
      }),
      queues: everyQueue((name) => this.#queue(name)),
    });
  }

  /** A tenant's subscriber, due for a comparison. */
  async subscriber(tenant: string, nth: number, at: number): Promise<Key> {
    const id = `01890000-0000-7000-8000-${nth.toString(16).padStart(12, '0')}`;
    return this.put('reconciliation', subscriberWork(tenant, id), at);
  }

  async put(kind: DueKind, work: DueWork, dueAt: number, more: Partial<Item> = {}): Promise<Key> {
    await this.table.apply({ put: { ...work.key, ...due(kind, dueAt, work), ...more } });
    return work.key;
  }

  /** A minute's sweep, with all that it sends to itself. Answers what it sent to others. */
  async sweep(): Promise<{ queue: QueueName; message: Message }[]> {
    const before = this.sent.length;
    await startSweep(this.app, 'request-1');
    const taken = new Set<Message>();
    for (;;) {
      const mine = this.sent
        .slice(before)
        .filter(({ queue, message }) => queue === 'sweeps' && !taken.has(message));
      if (mine.length === 0) break;
      for (const { message } of mine) {
        taken.add(message);
        await this.run(message.body as SweepMessage);
      }
    }
    return this.sent.slice(before).filter(({ queue }) => queue !== 'sweeps');
  }

  async run(message: SweepMessage): Promise<void> {
    const left = this.timeLeft;
    await runSweep(this.app, message, () => this.timeLeft);
    this.timeLeft = left;
  }

  /** When something is due now; undefined where it is not. */
  async dueAt(at: Key): Promise<number | undefined> {
    return (await this.table.get(at, { consistent: true }))?.dueAt as number | undefined;
  }

  async allDue(): Promise<DueKey[]> {
    const pages = DUE_KINDS.flatMap(duePartitions).map((one) =>
      this.table.due(one, Number.MAX_SAFE_INTEGER, 1_000_000),
    );
    return (await Promise.all(pages)).flat();
  }

  /** The sum of a metric so far. */
  measured(metric: string): number {
    return this.lines.reduce((sum, line) => sum + Number(line[metric] ?? 0), 0);
  }

  #queue(name: QueueName): Queue {
    return {
      send: async (messages) => {
        this.#spend();
        const refused = messages.filter((message) => this.refuses(name, message));
        for (const message of messages)
          if (!refused.includes(message)) this.sent.push({ queue: name, message });
        if (refused.length > 0) throw new NotTaken(refused, undefined);
      },
    };
  }

  #slow(table: Table): Table {
    return {
      ...table,
      due: (...asked) => (this.#spend(), table.due(...asked)),
      apply: (change) => (this.#spend(), table.apply(change)),
    };
  }

  #spend(): void {
    this.timeLeft -= this.msPerCall;
  }
}
