import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import type { QueueName } from '../../lib/footprint.ts';

/** A message in a dead-letter queue. */
export interface DeadLetter {
  readonly id: string;
  /** Epoch ms. */
  readonly sentAt: number;
  /** As it was sent: JSON that names work, never a person. */
  readonly body: string;
}

/** The dead letters of one queue. */
export interface DeadLetterQueue {
  /** Approximate. */
  count(): Promise<number>;
  /** Up to `max` of them; they stay in the queue. */
  peek(max: number): Promise<DeadLetter[]>;
  /** Sends up to `max`, or the one with this id, back to their queue. Returns those that were sent. */
  redrive(which: { readonly max: number; readonly id?: string | undefined }): Promise<DeadLetter[]>;
}

/** The dead letters of every queue. */
export type DeadLetterQueues = Readonly<Record<QueueName, DeadLetterQueue>>;

/** Where a queue and its dead letters are. */
export interface QueueUrls {
  readonly queueUrl: string;
  readonly deadLettersUrl: string;
}

/** SQS's maximum per request. */
const BATCH = 10;
/** How long peeked messages stay invisible to others. */
const HELD_SECONDS = 60;

/** The dead letters of one queue through the SQS API, at AWS or on this machine. */
export class SqsDeadLetters implements DeadLetterQueue {
  readonly #sqs: SQSClient;
  readonly #queueUrl: string;
  readonly #at: { readonly QueueUrl: string };

  constructor(sqs: SQSClient, { queueUrl, deadLettersUrl }: QueueUrls) {
    this.#sqs = sqs;
    this.#queueUrl = queueUrl;
    this.#at = { QueueUrl: deadLettersUrl };
  }

  async count(): Promise<number> {
    const AttributeNames = ['ApproximateNumberOfMessages' as const];
    const { Attributes } = await this.#sqs.send(
      new GetQueueAttributesCommand({ ...this.#at, AttributeNames }),
    );
    return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
  }

  async peek(max: number): Promise<DeadLetter[]> {
    const messages = await this.#receive(max);
    await this.#letGo(messages);
    return messages.map(deadLetterFrom);
  }

  async redrive({ max, id }: { max: number; id?: string | undefined }): Promise<DeadLetter[]> {
    const messages = await this.#receive(max);
    const chosen = messages.filter(({ MessageId }) => id === undefined || MessageId === id);
    for (const message of chosen) await this.#sendBack(message);
    await this.#letGo(messages.filter((message) => !chosen.includes(message)));
    return chosen.map(deadLetterFrom);
  }

  async #receive(max: number): Promise<Message[]> {
    const all: Message[] = [];
    while (all.length < max) {
      const { Messages = [] } = await this.#sqs.send(
        new ReceiveMessageCommand({
          ...this.#at,
          MaxNumberOfMessages: Math.min(BATCH, max - all.length),
          VisibilityTimeout: HELD_SECONDS,
          MessageSystemAttributeNames: ['All'],
        }),
      );
      if (Messages.length === 0) break;
      all.push(...Messages);
    }
    return all;
  }

  async #letGo(messages: readonly Message[]): Promise<void> {
    const visible = ({ ReceiptHandle }: Message) =>
      new ChangeMessageVisibilityCommand({ ...this.#at, ReceiptHandle, VisibilityTimeout: 0 });
    await Promise.all(messages.map((message) => this.#sqs.send(visible(message))));
  }

  /** Sent before it is deleted: a crash in between leaves a duplicate, which every consumer tolerates. */
  async #sendBack({ Body, Attributes, ReceiptHandle }: Message): Promise<void> {
    const MessageGroupId = Attributes?.MessageGroupId;
    await this.#sqs.send(
      new SendMessageCommand({
        QueueUrl: this.#queueUrl,
        MessageBody: Body,
        ...(MessageGroupId && { MessageGroupId }),
      }),
    );
    await this.#sqs.send(new DeleteMessageCommand({ ...this.#at, ReceiptHandle }));
  }
}

function deadLetterFrom({ MessageId, Body, Attributes }: Message): DeadLetter {
  return { id: MessageId ?? '', sentAt: Number(Attributes?.SentTimestamp ?? 0), body: Body ?? '' };
}
