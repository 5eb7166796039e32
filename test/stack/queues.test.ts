import { describe, expect, it } from 'vitest';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import type { QueueName } from '../../lib/footprint.ts';
import { lambdaOf } from './roles.ts';
import { resources, synthesised } from './synthesised.ts';

const { template } = synthesised();

/** How long a message is hidden from other consumers, in seconds. */
function visibilityOf(name: QueueName): number {
  const queue = resources(template, 'AWS::SQS::Queue').find(([id]) =>
    id.startsWith(`Queues${name.replace('-', '')}Queue`),
  );
  return Number(queue?.[1].Properties.VisibilityTimeout);
}

describe.each(QUEUE_NAMES)('queue %s', (name) => {
  const consumer = BACKGROUND.find(({ triggeredBy }) => triggeredBy === name)!;

  it('hides a message for at least six times as long as its function may run', () => {
    expect(visibilityOf(name)).toBeGreaterThanOrEqual(6 * consumer.timeoutSeconds);
  });
});

describe('queue deliveries', () => {
  it('is not stopped by Lambda’s recursive loop detection after its sixteenth pass', () => {
    expect(lambdaOf(template, 'webhooks/deliver').properties.RecursiveLoop).toBe('Allow');
    expect(lambdaOf(template, 'sweep/run').properties.RecursiveLoop).toBe('Allow');
    expect(lambdaOf(template, 'sweep/start').properties.RecursiveLoop).toBeUndefined();
  });
});
