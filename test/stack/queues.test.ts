import { describe, expect, it } from 'vitest';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import type { QueueName } from '../../lib/footprint.ts';
import { lambdaOf } from './roles.ts';
import { referred, resources, synthesised } from './synthesised.ts';

interface QueueProperties {
  readonly VisibilityTimeout: number;
  readonly MessageRetentionPeriod: number;
  readonly SqsManagedSseEnabled: boolean;
  readonly RedrivePolicy: { readonly deadLetterTargetArn: unknown; readonly maxReceiveCount: number };
}

const { template } = synthesised();
const queues = new Map(
  resources(template, 'AWS::SQS::Queue').map(([id, { Properties }]) => [id, Properties]),
);

function queueNamed(name: QueueName) {
  const [id] = [...queues.keys()].filter((each) => each.startsWith(`Queues${name.replace('-', '')}Queue`));
  return { id: id!, properties: queues.get(id!) as unknown as QueueProperties };
}

function mappingOf(name: QueueName) {
  const consumer = BACKGROUND.find(({ triggeredBy }) => triggeredBy === name)!;
  const lambda = lambdaOf(template, consumer.name);
  const mappings = resources(template, 'AWS::Lambda::EventSourceMapping').map(
    ([, { Properties }]) => Properties,
  );
  return {
    consumer,
    mapping: mappings.find(({ FunctionName }) => JSON.stringify(FunctionName).includes(`"${lambda.alias}"`))!,
  };
}

describe.each(QUEUE_NAMES)('queue %s', (name) => {
  const { id, properties } = queueNamed(name);
  const deadId = referred(properties.RedrivePolicy.deadLetterTargetArn);
  const dead = queues.get(deadId) as unknown as QueueProperties;
  const { consumer, mapping } = mappingOf(name);

  it('hides a message for at least six times as long as its function may run', () => {
    expect(properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * consumer.timeoutSeconds);
  });

  it('moves messages after five receives to dead letters, retained for 14 days, longer than its own messages', () => {
    expect(properties.RedrivePolicy.maxReceiveCount).toBe(5);
    expect(dead.MessageRetentionPeriod).toBe(14 * 86_400);
    expect(properties.MessageRetentionPeriod).toBeLessThan(dead.MessageRetentionPeriod);
  });

  it('is encrypted and refuses plain text, and so are its dead letters', () => {
    for (const each of [id, deadId]) {
      expect(queues.get(each)).toMatchObject({ SqsManagedSseEnabled: true });
      const policy = resources(template, 'AWS::SQS::QueuePolicy').find(([, { Properties }]) =>
        (Properties.Queues as unknown[]).some((queue) => referred(queue) === each),
      );
      expect(policy?.[1].Properties.PolicyDocument).toMatchObject({
        Statement: expect.arrayContaining([
          expect.objectContaining({
            Effect: 'Deny',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ]),
      });
    }
  });

  it('is consumed in batches that may fail partially', () => {
    expect(referred(mapping.EventSourceArn)).toBe(id);
    expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    expect(mapping.BatchSize).toBe(
      name === 'sweeps' || name === 'messages' ? 1 : name === 'invoicing' ? 5 : 10,
    );
  });
});

describe('queue deliveries', () => {
  it('is consumed by at most 25 functions at a time', () => {
    expect(mappingOf('deliveries').mapping.ScalingConfig).toEqual({ MaximumConcurrency: 25 });
    expect(queueNamed('deliveries').properties.VisibilityTimeout).toBe(180);
  });

  it('is not stopped by Lambda’s recursive loop detection after its sixteenth pass', () => {
    expect(lambdaOf(template, 'webhooks/deliver').properties.RecursiveLoop).toBe('Allow');
    expect(lambdaOf(template, 'sweep/run').properties.RecursiveLoop).toBe('Allow');
    expect(lambdaOf(template, 'sweep/start').properties.RecursiveLoop).toBeUndefined();
  });
});
