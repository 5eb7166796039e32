import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmProps, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { QUEUE_NAMES } from '../lib/routes.ts';
import type { Api } from './api.ts';
import type { FunctionName, Functions } from './functions.ts';
import {
  API_FAILS,
  FAILING,
  BACKLOG,
  DEAD_LETTERS,
  MANUAL_ACTION,
  SWEEP_ABSENT,
  TABLE_THROTTLES,
} from './alarm-catalogue.ts';
import type { Queues } from './queues.ts';
import type { BillingTable } from './table.ts';

const PERIOD = Duration.minutes(5);
const SUM = { statistic: Stats.SUM, period: PERIOD };
/** Below this many in five minutes, a failing provider and an unlucky deployment are not worth waking anybody. */
const API_FAILURES_MIN = 5;

interface Watched {
  readonly api: Api;
  readonly functions: Functions;
  readonly queues: Queues;
  readonly table: BillingTable;
}

/** Everything that pages a person, all sent to one topic. */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly all: Alarm[] = [];

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    this.watchQueues(watched.queues);
    this.watchFunctions(watched.functions);
    this.raise({ ...API_FAILS, when: watched.api.http.metricServerError(SUM), reaches: API_FAILURES_MIN });
    this.raise({ ...TABLE_THROTTLES, when: watched.table.metricThrottled(SUM), reaches: 1 });
  }

  private watchQueues(queues: Queues): void {
    for (const name of QUEUE_NAMES) {
      const { deadLetters, queue } = queues[name];
      const dead = deadLetters.metricApproximateNumberOfMessagesVisible({
        statistic: Stats.MAXIMUM,
        period: PERIOD,
      });
      const age = queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period: PERIOD });
      this.raise({ ...DEAD_LETTERS[name], when: dead, reaches: 1 });
      this.raise({ ...BACKLOG[name], when: age, reaches: BACKLOG[name].minutes * 60 });
    }
  }

  private watchFunctions(functions: Functions): void {
    for (const [name, loss] of Object.entries(FAILING)) {
      const { function: lambda } = functions.named(name as FunctionName);
      const failing = new MathExpression({
        expression: 'errors + throttles',
        label: 'errors and throttles',
        usingMetrics: { errors: lambda.metricErrors(SUM), throttles: lambda.metricThrottles(SUM) },
        period: PERIOD,
      });
      this.raise({ ...loss, when: failing, reaches: 1 });
    }
    for (const [name, loss] of Object.entries(MANUAL_ACTION)) {
      const lines = functions.named(name as FunctionName).metricErrorLines(SUM);
      this.raise({ ...loss, when: lines, reaches: 1 });
    }
    this.raise({
      ...SWEEP_ABSENT,
      when: functions.named('sweep/start').function.metricInvocations(SUM),
      reaches: 0,
      comparisonOperator: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }

  private raise(
    alarm: { id: string; loss: string; when: IMetric; reaches: number } & Partial<AlarmProps>,
  ): void {
    const { id, loss, when, reaches, ...rest } = alarm;
    const made = new Alarm(this, id, {
      metric: when,
      threshold: reaches,
      evaluationPeriods: 1,
      alarmDescription: loss,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...rest,
    });
    made.addAlarmAction(new SnsAction(this.topic));
    this.all.push(made);
  }
}
