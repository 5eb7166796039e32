import { callEmulator } from '../aws/emulator-call.ts';
import { Fairness } from './fairness.ts';
import type { Mapping } from '../template/mapping.ts';
import { failedIn, recordOf, type Groups, type Message } from './queue-record.ts';
import type { Queues } from './queues.ts';

/** The maximum per receive call. */
const RECEIVE_MAX = 10;
/** How many times the current capacity is received ahead, to choose whose turn is next. */
const HELD_ROUNDS = 10;

/** A received message that waits for its turn. */
interface Held {
  readonly message: Message;
  /** The fairness group; each message without a group is its own. */
  readonly group: string;
  /** When it becomes visible again (epoch ms), and so no longer ours. */
  readonly until: number;
}

/** Feeds a function from its queue: batches, partial failures, the mapping's concurrency, and SQS's fairness by group. */
export class Poller {
  readonly mapping: Mapping;
  readonly #queues: Queues;
  readonly #groups: Groups;
  readonly #fairness = new Fairness();
  #held: Held[] = [];
  #running = 0;
  #receiving = false;
  #pollPlanned = false;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #resting = false;

  constructor(mapping: Mapping, queues: Queues, groups: Groups) {
    this.mapping = mapping;
    this.#queues = queues;
    this.#groups = groups;
  }

  /** Whether a batch is in progress, or a message could be processed. */
  get busy(): boolean {
    const waiting = this.#held.length > 0 || this.#receiving;
    return waiting || this.#running > 0 || this.#queues.state(this.mapping.queue).ready > 0;
  }

  get #hasRoom(): boolean {
    const { batchSize, concurrency } = this.mapping;
    return this.#held.length < HELD_ROUNDS * batchSize * concurrency;
  }

  /**
   * When the next message can be received (epoch ms), as far as known: now, if one became visible since the queue was
   * last found quiet, so that time never moves past it.
   */
  get nextAt(): number | undefined {
    const { ready, nextAt } = this.#queues.state(this.mapping.queue);
    return ready > 0 ? Date.now() : nextAt;
  }

  /** Checks soon for messages, and again when the next one becomes visible. */
  poke(): void {
    if (this.#pollPlanned || this.#stopped || this.#resting) return;
    this.#pollPlanned = true;
    setImmediate(() => {
      this.#pollPlanned = false;
      if (!this.#stopped && !this.#resting) this.#poll();
    });
  }

  /** While resting, nothing is received; batches in progress are finished. */
  rest(isResting: boolean): void {
    this.#resting = isResting;
    this.poke();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #poll(): void {
    clearTimeout(this.#timer);
    const { ready, nextAt } = this.#queues.state(this.mapping.queue);
    if (ready > 0 && this.#hasRoom && !this.#receiving) void this.#receive();
    if (nextAt === undefined) return;
    this.#timer = setTimeout(() => this.poke(), Math.min(Math.max(nextAt - Date.now(), 5), 2 ** 31 - 1));
    this.#timer.unref();
  }

  async #receive(): Promise<void> {
    this.#receiving = true;
    const until = Date.now() + this.mapping.visibilityMs;
    try {
      const { Messages = [] } = await this.#call<{ Messages: Message[] }>('ReceiveMessage', {
        MaxNumberOfMessages: RECEIVE_MAX,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      });
      for (const message of Messages)
        this.#held.push({ message, group: this.#groups.of(message.MessageId) ?? message.MessageId, until });
    } catch (error) {
      this.#warn(error);
    } finally {
      this.#receiving = false;
      this.#handOut();
      this.poke();
    }
  }

  #handOut(): void {
    if (this.#stopped) return;
    const needed = this.mapping.pool.shape.timeoutMs;
    this.#held = this.#held.filter(({ until }) => until - Date.now() > needed); // the others are received again
    while (this.#running < this.mapping.concurrency && this.#held.length > 0) {
      const batch = this.#next();
      if (batch.length === 0) return;
      this.#held = this.#held.filter((one) => !batch.includes(one));
      void this.#round(batch);
    }
  }

  /** Empty while a quiet group may still have a message: then the queue is asked first. */
  #next(): Held[] {
    const { batchSize } = this.mapping;
    const quiet = this.#fairness.quiet(this.#held, batchSize);
    if (quiet.length > 0) return quiet;
    if (this.#receiving || (this.#hasRoom && this.#queues.state(this.mapping.queue).ready > 0)) return [];
    return this.#fairness.noisy(this.#held, batchSize);
  }

  async #round(batch: readonly Held[]): Promise<void> {
    this.#running++;
    const done = this.#fairness.began(batch.map(({ group }) => group));
    try {
      await this.#hand(batch.map(({ message }) => message));
    } catch (error) {
      this.#warn(error);
    } finally {
      this.#running--;
      done();
      this.#handOut();
      this.poke();
    }
  }

  #warn(error: unknown): void {
    if (!this.#stopped) process.emitWarning(error instanceof Error ? error : String(error));
  }

  async #hand(messages: readonly Message[]): Promise<void> {
    const { pool, queueArn, partial } = this.mapping;
    const Records = messages.map((message) =>
      recordOf(message, queueArn, this.#groups.of(message.MessageId)),
    );
    let result: unknown;
    try {
      result = await pool.invoke({ Records });
    } catch {
      return; // the whole batch becomes visible again
    }
    const ids = messages.map(({ MessageId }) => MessageId);
    const failed = partial ? failedIn(result, ids) : new Set<string>();
    const done = messages.filter(({ MessageId }) => failed && !failed.has(MessageId));
    if (done.length === 0) return;
    await this.#call('DeleteMessageBatch', {
      Entries: done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
    });
    for (const { MessageId } of done) this.#groups.forget(MessageId);
  }

  /** Calls the queue engine about this queue. */
  #call<T extends object>(action: string, body: object): Promise<Partial<T>> {
    const QueueUrl = this.#queues.urlOf(this.mapping.queue);
    return callEmulator<T>(this.#queues.endpoint, `AmazonSQS.${action}`, { QueueUrl, ...body });
  }
}
