import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import type { Pool } from './pool.ts';
import { failedIn, recordOf, type Groups } from './queue-record.ts';
import type { Queues } from './queues.ts';
import { REGION } from './template.ts';

/** What the template says of one event source mapping. A batching window is not waited for: it would only add time. */
export interface Mapping {
  readonly queue: string;
  readonly queueArn: string;
  readonly batchSize: number;
  readonly partial: boolean;
  readonly concurrency: number;
  readonly pool: Pool;
}

/** The most that one call takes from a queue. */
const RECEIVE_MAX = 10;

/** Feeds a function from its queue: batches, partial failures, as many at once as the mapping allows. */
export class Poller {
  readonly mapping: Mapping;
  readonly #queues: Queues;
  readonly #groups: Groups;
  readonly #sqs: SQSClient;
  #running = 0;
  #looking = false;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(mapping: Mapping, queues: Queues, groups: Groups) {
    this.mapping = mapping;
    this.#queues = queues;
    this.#groups = groups;
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    this.#sqs = new SQSClient({ endpoint: queues.endpoint, region: REGION, credentials, md5: false });
  }

  /** Whether a batch is being worked on, or a message could be. */
  get busy(): boolean {
    return this.#running > 0 || this.#queues.state(this.mapping.queue).ready > 0;
  }

  /** When the next message becomes visible (epoch ms), as far as that is known. */
  get nextAt(): number | undefined {
    return this.#queues.state(this.mapping.queue).nextAt;
  }

  /** Looks soon whether there is anything to hand out, and again when the next message becomes visible. */
  poke(): void {
    if (this.#looking || this.#stopped) return;
    this.#looking = true;
    setImmediate(() => {
      this.#looking = false;
      if (!this.#stopped) this.#look();
    });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#sqs.destroy();
  }

  #look(): void {
    clearTimeout(this.#timer);
    const { queue, batchSize, concurrency } = this.mapping;
    const { ready, nextAt } = this.#queues.state(queue);
    const wanted = Math.min(Math.ceil(ready / Math.min(batchSize, RECEIVE_MAX)), concurrency - this.#running);
    for (let i = 0; i < wanted; i++) void this.#round();
    if (nextAt === undefined) return;
    this.#timer = setTimeout(() => this.poke(), Math.min(Math.max(nextAt - Date.now(), 5), 2 ** 31 - 1));
    this.#timer.unref();
  }

  async #round(): Promise<void> {
    this.#running++;
    try {
      const { Messages = [] } = await this.#sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: this.#queues.urlOf(this.mapping.queue),
          MaxNumberOfMessages: Math.min(this.mapping.batchSize, RECEIVE_MAX),
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
      );
      if (Messages.length > 0) await this.#hand(Messages);
    } catch (error) {
      if (!this.#stopped) process.emitWarning(error instanceof Error ? error : String(error));
    } finally {
      this.#running--;
      this.poke();
    }
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
    const ids = messages.map(({ MessageId }) => MessageId ?? '');
    const failed = partial ? failedIn(result, ids) : new Set<string>();
    const done = messages.filter(({ MessageId }) => failed && !failed.has(MessageId ?? ''));
    if (done.length === 0) return;
    await this.#sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: this.#queues.urlOf(this.mapping.queue),
        Entries: done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
      }),
    );
    for (const { MessageId } of done) this.#groups.forget(MessageId);
  }
}
