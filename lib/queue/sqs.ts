import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Message, Queue } from '../app.ts';

/** SQS takes at most this many messages in one request. */
const BATCH = 10;

/** The queue answered, but did not take all messages. */
class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/** A queue at SQS. The group makes the standard queue a fair one: a tenant's backlog does not hold up others. */
export function sqsQueue(sqs: SQSClient, url: string): Queue {
  return {
    async send(messages) {
      for (let from = 0; from < messages.length; from += BATCH)
        await sendBatch(sqs, url, messages.slice(from, from + BATCH));
    },
  };
}

async function sendBatch(sqs: SQSClient, url: string, messages: readonly Message[]): Promise<void> {
  const { Failed } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: url,
      Entries: messages.map((message, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify(message.body),
        MessageGroupId: message.group,
        ...(message.delaySeconds !== undefined && { DelaySeconds: message.delaySeconds }),
      })),
    }),
  );
  const [first] = Failed ?? [];
  if (first)
    throw new NotTaken(`the queue did not take ${Failed?.length ?? 0} messages: ${first.Code ?? 'no code'}`);
}
