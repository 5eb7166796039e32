import type { Background } from '../../../lib/background-functions.ts';
import { QUEUE_PACE } from '../queue-pace.ts';
import { stateNames } from './state-names.ts';
import { attribute, joined, part, pathOf, ref, tags } from './parts.ts';
import type { Part, Place } from './parts.ts';

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
    const [batch, side] = QUEUE_PACE[triggeredBy];
    return [
      part('Lambda::EventSourceMapping', {
        BatchSize: batch,
        EventSourceArn: attribute(stateNames(place).queue(triggeredBy)),
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
