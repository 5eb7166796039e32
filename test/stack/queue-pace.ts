import type { QueueName } from '../../lib/footprint.ts';

/** How each queue is consumed: the batch size, and the most concurrent functions. */
export const QUEUE_PACE: Readonly<Record<QueueName, readonly [batch: number, side: number]>> = {
  deliveries: [10, 25],
  'slow-deliveries': [10, 10],
  reconciliation: [10, 30],
  invoicing: [5, 40],
  sweeps: [1, 48],
  messages: [1, 2],
  'message-events': [10, 5],
};
