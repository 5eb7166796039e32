import type { Background } from '../../../lib/background-functions.ts';
import type { QueueName } from '../../../lib/footprint.ts';
import { held } from './held.ts';
import { attribute, joined, part, pathOf, ref, tags } from './parts.ts';
import type { Part, Place } from './parts.ts';

/** How each queue is worked off: how many messages at once, by how many functions side by side. */
const PACE: Readonly<Record<QueueName, readonly [batch: number, side: number]>> = {
  deliveries: [10, 25],
  'slow-deliveries': [10, 10],
  reconciliation: [10, 30],
  invoicing: [5, 40],
  sweeps: [1, 48],
};

const ROUNDS = {
  schedule: { path: 'EveryMinuteRule', when: 'rate(1 minute)' },
  nightly: { path: 'EveryNightRule', when: 'cron(0 0 * * ? *)' },
} as const;

/** What calls a background function: a queue, or a clock that tries once. */
export function triggersOf({ name, triggeredBy }: Background, place: Place): Part[] {
  const { own, settings } = place;
  const live = ref(own(`${pathOf(name)}Live`));
  const partOfArn = (at: number) => ({ 'Fn::Select': [at, { 'Fn::Split': [':', live] }] });
  const once = { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 };
  if (triggeredBy !== 'schedule' && triggeredBy !== 'nightly') {
    const [batch, side] = PACE[triggeredBy];
    return [
      part('Lambda::EventSourceMapping', {
        BatchSize: batch,
        EventSourceArn: attribute(held(place).queue(triggeredBy)),
        FunctionName: joined(partOfArn(6), ':live'),
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: side },
        ...(settings.paused && { Enabled: false }),
        ...tags(settings),
      }),
    ];
  }
  const { path, when } = ROUNDS[triggeredBy];
  return [
    part('Events::Rule', {
      ScheduleExpression: when,
      State: settings.paused ? 'DISABLED' : 'ENABLED',
      Targets: [{ Arn: live, Id: 'Target0', RetryPolicy: once }],
      ...tags(settings),
    }),
    part('Lambda::Permission', {
      Action: 'lambda:InvokeFunction',
      FunctionName: live,
      Principal: 'events.amazonaws.com',
      SourceArn: attribute(own(path)),
    }),
    part('Lambda::EventInvokeConfig', {
      FunctionName: ref(own(`${pathOf(name)}Function`)),
      Qualifier: partOfArn(7),
      ...once,
    }),
  ];
}
