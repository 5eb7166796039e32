import { Report } from '../report.ts';
import { create } from '../../../functions/webhooks/deliver.ts';
import { create as createSlow } from '../../../functions/webhooks/deliver-slow.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { runSweep } from '../../../lib/sweep/run.ts';
import { messageOf } from '../../../lib/queue/messages.ts';
import { duePartitions } from '../../../lib/table/work/due.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Table } from '../../../lib/table/table.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { memoryTable } from '../../support/doubles/memory-table.ts';
import { eventNamed, insideApp, outboxItemOf, SECRET, tenantNamed } from './cast.ts';
import { violations } from './checker.ts';
import type { Ended } from './checker.ts';
import { Lambda } from './lambda.ts';
import type { Instance } from './lambda.ts';
import { Outside, Process } from './outside.ts';
import type { Plan } from './outside.ts';
import { VirtualQueue } from './queue.ts';
import { Receiver } from './receiver.ts';
import type { Reaction } from './receiver.ts';
import { VirtualTime } from './time.ts';

const MINUTE_MS = 60_000;
const HORIZON_MS = 6 * 60 * MINUTE_MS;

export interface Setting {
  readonly plan: Plan;
  readonly react: (before: number) => Reaction;
  readonly events?: number;
  readonly workers?: number;
  readonly latencyMs?: () => number;
  /** A copy of a message that turns up this much later, if any. */
  readonly copyAfter?: () => number | undefined;
  /** How far off the clock of a new process is, and how far at most. */
  readonly skewMs?: () => number;
  readonly skewMaxMs?: number;
}

/** One virtual world: a tenant's events, the queue, workers that die and are replaced, the sweep, the receiver. */
export class World {
  readonly time = new VirtualTime();
  readonly table = memoryTable();
  readonly outside: Outside;
  readonly queue: VirtualQueue;
  readonly slowQueue: VirtualQueue;
  readonly receiver: Receiver;
  readonly lambda: Lambda;
  readonly slowLambda: Lambda;
  readonly #setting: Setting;
  readonly #inside: App;
  readonly #tenant = tenantNamed('acme');
  readonly #eventIds: string[] = [];

  constructor(setting: Setting) {
    this.#setting = setting;
    this.outside = new Outside(this.time, setting.plan, setting.latencyMs ?? (() => 2));
    this.queue = new VirtualQueue(this.time, () => this.lambda.poll(), setting.copyAfter);
    this.slowQueue = new VirtualQueue(this.time, () => this.slowLambda.poll(), setting.copyAfter);
    this.receiver = new Receiver(this.time, setting.react);
    const { time, queue, slowQueue } = this;
    const lanes = { deliveries: queue, 'slow-deliveries': slowQueue };
    this.#inside = insideApp(time, this.table, lanes, this.receiver);
    const start = () => this.#start();
    this.lambda = new Lambda({ time, queue, start }, create, setting.workers ?? 1);
    this.slowLambda = new Lambda({ time, queue: slowQueue, start }, createSlow, setting.workers ?? 1);
  }

  /** Lets everything happen until every event has ended and no message is left. */
  async play(): Promise<void> {
    const { events = 1 } = this.#setting;
    await this.table.apply({ put: tenantItem(this.#tenant) });
    for (let i = 0; i < events; i++) await this.#happen(i);
    this.time.at(this.time.now + MINUTE_MS, () => this.#sweepAndAgain());
    const horizon = this.time.now + HORIZON_MS;
    for (let until = this.time.now; until < horizon && !(await this.#isOver());) {
      until += 2 * MINUTE_MS;
      await this.time.run(until);
    }
  }

  async judge(): Promise<string[]> {
    const faults = this.outside.struck + this.lambda.timeouts + this.slowLambda.timeouts;
    const skewMs = 2 * (this.#setting.skewMaxMs ?? 0);
    return violations(this.receiver.history, await this.ended(), { secret: SECRET, faults, skewMs });
  }

  async ended(): Promise<Ended[]> {
    const due = new Set((await dueBy(this.table, Number.MAX_SAFE_INTEGER)).map(({ pk }) => pk));
    return Promise.all(
      this.#eventIds.map(async (eventId) => {
        const at = key.event(this.#tenant.id, { id: eventId });
        const item = await this.table.get(at, { consistent: true });
        return {
          eventId,
          state: item?.state as string,
          attempt: item?.attempt as number,
          stillDue: due.has(at.pk),
        };
      }),
    );
  }

  async #isOver(): Promise<boolean> {
    const isEmpty = this.queue.isEmpty && this.slowQueue.isEmpty;
    return isEmpty && (await this.ended()).every(({ stillDue }) => !stillDue);
  }

  /** A change commits with its event; announcing it afterwards may fail like anything else. */
  async #happen(nth: number): Promise<void> {
    const { now } = this.time;
    const { change, eventId } = outboxItemOf(this.#tenant, eventNamed(nth, now), 'webhook', now);
    await this.table.write([change]);
    this.#eventIds.push(eventId);
    const { app } = this.#start();
    const message = messageOf({ tenantId: this.#tenant.id, eventId, attempt: 1 });
    app.queues.deliveries.send([message]).catch(() => undefined);
  }

  #start(): Instance {
    const process = new Process();
    const skewMs = this.#setting.skewMs?.() ?? 0;
    return {
      process,
      app: { ...this.outside.app(process, this.#inside), clock: () => this.time.now + skewMs },
    };
  }

  /** Each minute, as the schedule does, whether or not the sweep before has survived. */
  #sweepAndAgain(): void {
    this.time.at(this.time.now + MINUTE_MS, () => this.#sweepAndAgain());
    const { app } = this.#start();
    const sweep = async (shard: number) => {
      const message = { kind: 'event', shard, startedAt: app.clock(), requestId: '' } as const;
      await runSweep(app, message, () => 50_000);
    };
    void dueBy(this.table, app.clock()).then((due) => {
      const partitions = duePartitions('event');
      const shards = new Set(due.map(({ partition }) => partitions.indexOf(partition)));
      for (const shard of shards) sweep(shard).catch(() => undefined);
    });
  }
}

/** What is due, straight from the index; the sweeps of shards that hold nothing would drown all other calls. */
async function dueBy(table: Table, until: number): Promise<{ pk: string; partition: string }[]> {
  const shards = duePartitions('event').map(async (partition) =>
    (await table.due(partition, until, 1000)).map(({ pk }) => ({ pk, partition })),
  );
  return (await Promise.all(shards)).flat();
}

/** The report of deliveries. */
export const deliveryReport = () => new Report('effects', 'posts', 'struck', 'kills');

/** Judges what a world has come to, and reports it. */
export async function judgeFor(
  tally: ReturnType<typeof deliveryReport>,
  name: string,
  world: World,
): Promise<void> {
  const { receiver, outside, lambda, slowLambda } = world;
  const { effects, struck } = outside;
  const kills = outside.kills + lambda.timeouts + slowLambda.timeouts;
  tally.add(name, { effects, posts: receiver.history.length, struck, kills }, await world.judge());
}
