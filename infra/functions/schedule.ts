import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import type { Handler } from './handler.ts';

/** The schedules. The nightly one is at midnight UTC, the middle of the night in Türkiye. */
const WHEN = {
  schedule: Schedule.rate(Duration.minutes(1)),
  nightly: Schedule.cron({ minute: '0', hour: '0' }),
} as const;

/** A scheduled trigger. A missed run is not repeated: the next one finds the same work. */
export class Timer extends Construct {
  private readonly when: Schedule;
  private readonly paused: boolean;
  private rule: Rule | undefined;

  constructor(scope: Construct, id: string, round: keyof typeof WHEN, { paused }: StageSettings) {
    super(scope, id);
    this.when = WHEN[round];
    this.paused = paused;
  }

  triggers(handler: Handler): void {
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    handler.alias.configureAsyncInvoke(once);
    this.rule ??= new Rule(this, 'Rule', {
      schedule: this.when,
      ...(this.paused && { enabled: false }),
    });
    this.rule.addTarget(new LambdaFunction(handler.alias, once));
  }
}
