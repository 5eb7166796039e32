import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import type { QueueName } from '../../lib/footprint.ts';
import { MESSAGES } from '../../lib/limits.ts';
import type { Handler } from '../functions/handler.ts';
import type { StageSettings } from '../settings.ts';

/** Batch size and concurrency of each queue; the concurrency is what its destination can bear. */
export const PACE: Readonly<Record<QueueName, { batch: number; concurrency: number }>> = {
  deliveries: { batch: 10, concurrency: 25 },
  // Workers wait for a provider: 300 concurrent ones process more than 300 messages a second at half a second each.
  reconciliation: { batch: 10, concurrency: 30 },
  // A document takes a worker a second or two: 200 concurrent ones make twenty a second, and a tenant's pace limits it to
  // ten workers, even while its provider hangs.
  invoicing: { batch: 5, concurrency: 40 },
  // A slow receiver occupies its worker for ten seconds and delays nobody else here.
  'slow-deliveries': { batch: 10, concurrency: 10 },
  // One kind and shard each: urgent kinds never wait for a long one, and a minute's 128 messages at most start within seconds.
  sweeps: { batch: 1, concurrency: 48 },
  // SES takes so many a second; each sender takes its time for that, and two are the fewest that Lambda holds a queue to.
  messages: { batch: 1, concurrency: MESSAGES.senders },
  'message-events': { batch: 10, concurrency: 5 },
};

const RECEIVES_MAX = 5;
/** AWS's advice: below six times the function's time-out, throttled batches are processed twice. */
const VISIBILITY_TIMES_TIMEOUT = 6;
const RETENTION = Duration.days(4);
/** A dead letter keeps the timestamp of its first send, so it must outlive the source queue. */
const DEAD_LETTER_RETENTION = Duration.days(14);

/** A queue with its dead-letter queue. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly queueName: QueueName;

  constructor(scope: Construct, name: QueueName) {
    super(scope, name);
    this.queueName = name;
    const safe = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...safe, retentionPeriod: DEAD_LETTER_RETENTION });
    this.queue = new Queue(this, 'Queue', {
      ...safe,
      retentionPeriod: RETENTION,
      visibilityTimeout: Duration.seconds(VISIBILITY_TIMES_TIMEOUT * timeoutOfConsumer(name)),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: RECEIVES_MAX },
    });
  }

  grantSend(handler: Handler): void {
    this.queue.grant(handler, 'sqs:SendMessage');
    handler.setEnvironment(ENVIRONMENT.queues[this.queueName], this.queue.queueUrl);
  }

  /** Triggers the handler, which returns the failed messages; nothing while the stage is paused. */
  triggers(handler: Handler, { paused }: StageSettings): void {
    const { batch, concurrency } = PACE[this.queueName];
    handler.alias.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: batch,
        maxConcurrency: concurrency,
        reportBatchItemFailures: true,
        ...(paused && { enabled: false }),
      }),
    );
  }
}

/** The work queues, one for each name. */
export class Queues extends Construct {
  private readonly queues = new Map<QueueName, WorkQueue>();

  constructor(scope: Construct, id: string) {
    super(scope, id);
    for (const name of QUEUE_NAMES) this.queues.set(name, new WorkQueue(this, name));
  }

  named(name: QueueName): WorkQueue {
    const queue = this.queues.get(name);
    if (!queue) throw new Error(`no queue is called ${name}`);
    return queue;
  }

  get all(): WorkQueue[] {
    return [...this.queues.values()];
  }
}

function timeoutOfConsumer(name: QueueName): number {
  const consumer = BACKGROUND.find(({ triggeredBy }) => triggeredBy === name);
  if (!consumer) throw new Error(`no function is triggered by the queue ${name}`);
  return consumer.timeoutSeconds;
}
