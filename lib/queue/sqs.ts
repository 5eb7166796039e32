import { createHash } from 'node:crypto';
import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Message, Queue } from '../runtime/app.ts';
import { NotTaken } from './not-taken.ts';

/** SQS accepts at most this many messages in one request. */
export const MESSAGES_PER_REQUEST = 10;
/** Concurrent requests. */
export const CONCURRENT_REQUESTS = 8;

/**
 * An SQS queue. The message group makes the standard queue a fair one, so one tenant's backlog does not delay others.
 * The group is sent as a hash and bodies in ASCII, because SQS refuses some characters, and then the whole batch. `end`
 * ends a request that begins now.
 */
export function sqsQueue(sqs: SQSClient, url: string, end: () => AbortSignal): Queue {
  return {
    async send(messages) {
      const batches = Array.from({ length: Math.ceil(messages.length / MESSAGES_PER_REQUEST) }, (_, index) =>
        messages.slice(index * MESSAGES_PER_REQUEST, (index + 1) * MESSAGES_PER_REQUEST),
      );
      const refused: Message[] = [];
      let cause: unknown;
      for (let from = 0; from < batches.length; from += CONCURRENT_REQUESTS) {
        const some = batches.slice(from, from + CONCURRENT_REQUESTS);
        const sent = await Promise.allSettled(some.map((batch) => sendBatch(sqs, url, batch, end())));
        sent.forEach((result, index) => {
          if (result.status === 'fulfilled') refused.push(...result.value);
          else refused.push(...(some[index] ?? []));
          if (result.status === 'rejected') cause = result.reason;
        });
      }
      if (refused.length > 0) throw new NotTaken(refused, cause);
    },
  };
}

/** Sends up to ten messages; returns those that the queue refused. */
async function sendBatch(
  sqs: SQSClient,
  url: string,
  messages: readonly Message[],
  abortSignal: AbortSignal,
): Promise<Message[]> {
  const { Failed = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: url,
      Entries: messages.map((message, index) => ({
        Id: String(index),
        MessageBody: asciiJson(message.body),
        MessageGroupId: createHash('sha256').update(message.group).digest('hex'),
        ...(message.delaySeconds !== undefined && { DelaySeconds: message.delaySeconds }),
      })),
    }),
    { abortSignal },
  );
  return Failed.flatMap(({ Id }) => messages[Number(Id)] ?? []);
}

/** JSON with every character outside ASCII escaped. */
export function asciiJson(body: unknown): string {
  return JSON.stringify(body).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
