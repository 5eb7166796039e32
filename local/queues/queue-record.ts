import { REGION } from '../template/template.ts';

/** A message as it is received in SQS's JSON protocol. */
export interface Message {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly MD5OfBody: string;
  /** The system attributes, which a message that was received always has. */
  readonly Attributes?: Readonly<Record<string, string>>;
  /** Binary values are in base64. */
  readonly MessageAttributes?: Readonly<Record<string, MessageAttribute>>;
}

interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  readonly BinaryValue?: string;
}

/** A message as a function receives it. */
export function recordOf(
  message: Message,
  queueArn: string,
  groupId: string | undefined,
): Record<string, unknown> {
  const messageAttributes = Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
    name,
    {
      ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
      ...(value.BinaryValue !== undefined && { binaryValue: value.BinaryValue }),
      stringListValues: [],
      binaryListValues: [],
      dataType: value.DataType,
    },
  ]);
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: { ...message.Attributes, ...(groupId !== undefined && { MessageGroupId: groupId }) },
    messageAttributes: Object.fromEntries(messageAttributes) as Record<string, unknown>,
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: REGION,
  };
}

/** The message ids that a batch leaves in its queue; undefined for all, also if the answer names an unknown message. */
export function failedIn(result: unknown, ids: readonly string[]): ReadonlySet<string> | undefined {
  if (typeof result !== 'object' || result === null || !('batchItemFailures' in result)) return new Set();
  const { batchItemFailures } = result;
  if (batchItemFailures === null) return new Set();
  if (!Array.isArray(batchItemFailures)) return undefined;
  const failed = batchItemFailures.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'itemIdentifier' in one ? String(one.itemIdentifier) : '',
  );
  return failed.every((id) => ids.includes(id)) ? new Set(failed) : undefined;
}

/** The fairness groups of messages: the queue engine drops them on standard queues. */
export class Groups {
  readonly #groups = new Map<string, string>();

  /** Records the groups of sent messages, from the request and its answer. */
  sent(body: Readonly<Record<string, unknown>>, answer: Readonly<Record<string, unknown>>): void {
    this.#keep(answer.MessageId, body.MessageGroupId);
    const entries = (body.Entries ?? []) as { Id: string; MessageGroupId?: string }[];
    const done = (answer.Successful ?? []) as { Id: string; MessageId: string }[];
    for (const { Id, MessageId } of done)
      this.#keep(MessageId, entries.find((entry) => entry.Id === Id)?.MessageGroupId);
  }

  of(messageId: string): string | undefined {
    return this.#groups.get(messageId);
  }

  forget(messageId: string): void {
    this.#groups.delete(messageId);
  }

  #keep(messageId: unknown, group: unknown): void {
    if (typeof messageId === 'string' && typeof group === 'string') this.#groups.set(messageId, group);
  }
}
