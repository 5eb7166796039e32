import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import type { Pool } from './pool.ts';
import type { Queues } from './queues.ts';
import { REGION } from './template.ts';

/** What the template says of one event source mapping. */
export interface Mapping {
  readonly queue: string;
  readonly queueArn: string;
  readonly batchSize: number;
  readonly partial: boolean;
  readonly concurrency: number;
  readonly pool: Pool;
}

/** Feeds a function from its queue: batches, partial failures, as many at once as the mapping allows. */
export class Poller {
  readonly mapping: Mapping;
  readonly #queues: Queues;
  readonly #sqs: SQSClient;
  #running = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(mapping: Mapping, queues: Queues) {
    this.mapping = mapping;
    this.#queues = queues;
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    this.#sqs = new SQSClient({ endpoint: queues.endpoint, region: REGION, credentials, md5: false });
  }

  get running(): number {
    return this.#running;
  }

  /** Looks whether there is anything to hand out, and again when the next message becomes visible. */
  poke(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    const { ready, nextAt } = this.#queues.state(this.mapping.queue);
    const wanted = Math.min(
      Math.ceil(ready / this.mapping.batchSize),
      this.mapping.concurrency - this.#running,
    );
    for (let i = 0; i < wanted; i++) void this.#round();
    if (nextAt === undefined) return;
    this.#timer = setTimeout(() => this.poke(), Math.min(Math.max(nextAt - Date.now(), 5), 2 ** 31 - 1));
    this.#timer.unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#sqs.destroy();
  }

  async #round(): Promise<void> {
    this.#running++;
    try {
      const { Messages = [] } = await this.#sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: this.#queues.urlOf(this.mapping.queue),
          MaxNumberOfMessages: Math.min(this.mapping.batchSize, 10),
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
    const event = { Records: messages.map((message) => recordOf(message, queueArn)) };
    let failed: Set<string>;
    try {
      const result = (await pool.invoke(event)) as
        { batchItemFailures?: { itemIdentifier: string }[] } | undefined;
      failed = new Set(partial ? result?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier) : []);
    } catch {
      return; // the whole batch becomes visible again
    }
    const done = messages.filter(({ MessageId }) => !failed.has(MessageId ?? ''));
    if (done.length === 0) return;
    await this.#sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: this.#queues.urlOf(this.mapping.queue),
        Entries: done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
      }),
    );
  }
}

function recordOf(message: Message, queueArn: string): Record<string, unknown> {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: {},
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: REGION,
  };
}
