import type { SQSBatchResponse, SQSEvent, Context } from 'aws-lambda';
import type { App } from '../../../lib/runtime/app.ts';
import type { Process } from './outside.ts';
import type { Held, VirtualQueue } from './queue.ts';
import type { VirtualTime } from './time.ts';

const RUN_MS = 30_000;
const BATCH = 10;

/** One copy of the function with an App of its own. */
export interface Instance {
  readonly process: Process;
  readonly app: App;
}

export type Handler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** The platform around a queue function: batches, partial answers, the time limit, a new instance for each that died. */
export class Lambda {
  timeouts = 0;
  /** One for each instance at work or waiting for work. */
  readonly #free: (Instance | undefined)[];
  readonly #handlers = new WeakMap<Instance, Handler>();
  readonly #time: VirtualTime;
  readonly #queue: VirtualQueue;
  readonly #create: (app: App) => Handler;
  readonly #start: () => Instance;

  constructor(
    world: { time: VirtualTime; queue: VirtualQueue; start: () => Instance },
    create: (app: App) => Handler,
    concurrency: number,
  ) {
    this.#time = world.time;
    this.#queue = world.queue;
    this.#start = world.start;
    this.#create = create;
    this.#free = Array.from({ length: concurrency }, () => undefined);
  }

  poll(): void {
    while (this.#free.length > 0) {
      const batch = this.#queue.receive(BATCH);
      if (batch.length === 0) return;
      this.#invoke(this.#take(), batch);
    }
  }

  /** What an invocation left unfinished can still kill its instance afterwards. */
  #take(): Instance {
    const free = this.#free.shift();
    return free?.process.isAlive() ? free : this.#start();
  }

  #invoke(instance: Instance, batch: readonly Held[]): void {
    const { process } = instance;
    const deadline = this.#time.now + RUN_MS;
    let running = true;
    const finish = (next: Instance | undefined) => {
      if (!running) return;
      running = false;
      this.#free.push(next);
      this.#time.at(this.#time.now, () => this.poll());
    };
    process.onDeath = () => finish(undefined);
    this.#time.at(deadline, () => {
      if (!running) return;
      this.timeouts++;
      process.die();
    });
    const context = { getRemainingTimeInMillis: () => deadline - this.#time.now } as Context;
    const answered = ({ batchItemFailures }: SQSBatchResponse) => {
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      for (const { id } of batch) if (!failed.has(id)) this.#queue.delete(id);
      finish(instance);
    };
    this.#handler(instance)(eventOf(batch), context).then(answered, () => finish(instance));
  }

  #handler(instance: Instance): Handler {
    const known = this.#handlers.get(instance);
    if (known) return known;
    const made = this.#create(instance.app);
    this.#handlers.set(instance, made);
    return made;
  }
}

function eventOf(batch: readonly Held[]): SQSEvent {
  const records = batch.map(({ id, body }) => ({ messageId: id, body }));
  return { Records: records as SQSEvent['Records'] };
}
