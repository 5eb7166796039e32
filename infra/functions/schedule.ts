import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';

/** A round again and again. One that is missed is not made up for: the next one finds the same things to do. */
export class Timer extends Construct {
  private readonly every: Duration;
  private rule: Rule | undefined;

  constructor(scope: Construct, id: string, every: Duration) {
    super(scope, id);
    this.every = every;
  }

  triggers(handler: Handler): void {
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    handler.alias.configureAsyncInvoke(once);
    this.rule ??= new Rule(this, 'Rule', { schedule: Schedule.rate(this.every) });
    this.rule.addTarget(new LambdaFunction(handler.alias, once));
  }
}
