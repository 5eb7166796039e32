import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import type { QueueName } from '../lib/footprint.ts';

/** A message that failed so often that its queue gave it up. */
export interface DeadLetter {
  readonly id: string;
  /** Epoch ms. */
  readonly sentAt: number;
  /** As it was sent: JSON that names what was to be done, and nobody. */
  readonly body: string;
}

/** The dead letters of one queue. */
export interface DeadLetterQueue {
  /** About how many there are. */
  count(): Promise<number>;
  /** Up to so many of them; they stay where they are. */
  peek(max: number): Promise<DeadLetter[]>;
  /** Sends up to so many back to their queue, or the one with an id. Answers those that were. */
  redrive(which: { readonly max: number; readonly id?: string | undefined }): Promise<DeadLetter[]>;
}

/** The dead letters of every queue. */
export type DeadLetterQueues = Readonly<Record<QueueName, DeadLetterQueue>>;

/** Where a queue and its dead letters are. */
export interface QueueUrls {
  readonly queueUrl: string;
  readonly deadLettersUrl: string;
}

/** SQS hands out at most this many messages at once. */
const BATCH = 10;
/** While they are looked at, nobody else gets them. */
const HELD_SECONDS = 60;

/** The dead letters of one queue through the SQS API, at AWS or on this machine. */
export function deadLetterQueue(sqs: SQSClient, { queueUrl, deadLettersUrl }: QueueUrls): DeadLetterQueue {
  const at = { QueueUrl: deadLettersUrl };

  async function receive(max: number): Promise<Message[]> {
    const all: Message[] = [];
    while (all.length < max) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          ...at,
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

  const letGo = (messages: readonly Message[]) =>
    Promise.all(
      messages.map(({ ReceiptHandle }) =>
        sqs.send(new ChangeMessageVisibilityCommand({ ...at, ReceiptHandle, VisibilityTimeout: 0 })),
      ),
    );

  /** Sent before it is deleted: a crash between leaves two, and every consumer is safe against that. */
  async function sendBack({ Body, Attributes, ReceiptHandle }: Message): Promise<void> {
    const MessageGroupId = Attributes?.MessageGroupId;
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: Body,
        ...(MessageGroupId && { MessageGroupId }),
      }),
    );
    await sqs.send(new DeleteMessageCommand({ ...at, ReceiptHandle }));
  }

  return {
    async count() {
      const AttributeNames = ['ApproximateNumberOfMessages' as const];
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ ...at, AttributeNames }));
      return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
    },
    async peek(max) {
      const messages = await receive(max);
      await letGo(messages);
      return messages.map(deadLetterFrom);
    },
    async redrive({ max, id }) {
      const messages = await receive(max);
      const chosen = messages.filter(({ MessageId }) => id === undefined || MessageId === id);
      for (const message of chosen) await sendBack(message);
      await letGo(messages.filter((message) => !chosen.includes(message)));
      return chosen.map(deadLetterFrom);
    },
  };
}

function deadLetterFrom({ MessageId, Body, Attributes }: Message): DeadLetter {
  return { id: MessageId ?? '', sentAt: Number(Attributes?.SentTimestamp ?? 0), body: Body ?? '' };
}
