import type { QueueName } from '../../lib/footprint.ts';

/** The names of the stack outputs with a queue's address and that of its dead letters, such as `SlowDeliveriesQueueUrl`. */
export function queueOutputs(name: QueueName): {
  readonly queueUrl: string;
  readonly deadLettersUrl: string;
} {
  const title = name.replaceAll(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
  return { queueUrl: `${title}QueueUrl`, deadLettersUrl: `${title}DeadLettersUrl` };
}
