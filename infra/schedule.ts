import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';

/** Every minute. A minute that is missed is not made up for: the next one finds the same things due. */
export class EveryMinute extends Construct {
  private readonly rule: Rule;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.rule = new Rule(this, 'Rule', { schedule: Schedule.rate(Duration.minutes(1)) });
  }

  triggers(handler: Handler): void {
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    handler.function.configureAsyncInvoke(once);
    this.rule.addTarget(new LambdaFunction(handler.function, once));
  }
}
