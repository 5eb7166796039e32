import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { App, Message, Queue } from '../../../lib/runtime/app.ts';
import { QUEUE_NAMES, type QueueName } from '../../../lib/footprint.ts';
import type { Clock } from '../../../sandbox/clock.ts';

interface Waiting {
  readonly queue: QueueName;
  readonly message: Message;
  readonly at: number;
  readonly receives: number;
}

/** More rounds of messages than this at one instant have no end. */
const ROUNDS_MAX = 1_000;

/** One of something for each queue. */
export function everyQueue<T>(make: (name: QueueName) => T): Record<QueueName, T> {
  return Object.fromEntries(QUEUE_NAMES.map((name) => [name, make(name)])) as Record<QueueName, T>;
}

export type Consumer = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** Hands a consumer messages, by their bodies; answers which of them it gives back. `timeLeft` in ms. */
export async function handOver(
  consume: Consumer,
  bodies: readonly unknown[],
  timeLeft = () => 30_000,
): Promise<number[]> {
  const Records = bodies.map((body, nth) => ({ messageId: String(nth), body: JSON.stringify(body) }));
  const context = { getRemainingTimeInMillis: timeLeft } as Context;
  const { batchItemFailures } = await consume({ Records } as SQSEvent, context);
  return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier));
}

/** Queues in memory on a test's clock: delay, redelivery after 180 s, and a dead-letter list after five receives. */
export class TestQueues {
  readonly dead: Message[] = [];
  readonly sent: { queue: QueueName; message: Message }[] = [];
  #waiting: Waiting[] = [];
  readonly #clock: Clock;
  readonly #batch: number;

  /** `batch`: how many messages a consumer gets at once; one keeps deliveries in the order they were sent in. */
  constructor(clock: Clock, batch = 10) {
    this.#clock = clock;
    this.#batch = batch;
  }

  get queues(): App['queues'] {
    const queue = (name: QueueName): Queue => ({
      send: async (messages) => {
        for (const message of messages) {
          this.sent.push({ queue: name, message });
          const at = this.#clock.now() + (message.delaySeconds ?? 0) * 1000;
          this.#waiting.push({ queue: name, message, at, receives: 0 });
        }
      },
    });
    return everyQueue(queue);
  }

  /** Forgets all messages of a queue, as if it had never taken them. */
  lose(queue: QueueName): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting.queue !== queue);
  }

  /** When the next message can be received. */
  nextAt(): number | undefined {
    return this.#waiting.reduce<number | undefined>((first, { at }) => Math.min(first ?? at, at), undefined);
  }

  /** Hands out everything that can be received, until nothing is left that can. */
  async drain(consumers: Record<QueueName, Consumer>): Promise<void> {
    for (let round = 0; ; round++) {
      const now = this.#clock.now();
      if (round > ROUNDS_MAX)
        throw new Error(`messages without end: ${JSON.stringify(this.#waiting[0]?.message.body)}`);
      const ready = this.#waiting.filter(({ at }) => at <= now);
      if (ready.length === 0) return;
      this.#waiting = this.#waiting.filter(({ at }) => at > now);
      for (const name of QUEUE_NAMES) {
        const batch = ready.filter(({ queue }) => queue === name);
        for (let from = 0; from < batch.length; from += this.#batch)
          await this.#deliver(consumers[name], batch.slice(from, from + this.#batch), now);
      }
    }
  }

  async #deliver(consume: Consumer, batch: readonly Waiting[], now: number): Promise<void> {
    const back = await handOver(
      consume,
      batch.map(({ message }) => message.body),
    );
    for (const nth of back) {
      const failed = batch[nth]!;
      const receives = failed.receives + 1;
      if (receives >= 5) this.dead.push(failed.message);
      else this.#waiting.push({ ...failed, receives, at: now + 180_000 });
    }
  }
}
