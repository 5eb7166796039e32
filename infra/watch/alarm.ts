import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmProps, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import type { Loss } from './alarm-catalogue.ts';

/** What all alarms look at: five minutes at a time. */
export const PERIOD = Duration.minutes(5);

interface Raised extends Partial<AlarmProps> {
  readonly when: IMetric;
  /** The alarm goes off where the metric reaches this. */
  readonly reaches: number;
}

/** Alarms of one stage, all sent to its one topic and each named after what people lose. */
export class Pager extends Construct {
  private readonly stage: string;
  private readonly topic: ITopic;

  constructor(scope: Construct, id: string, { stage }: StageSettings, topic: ITopic) {
    super(scope, id);
    this.stage = stage;
    this.topic = topic;
  }

  /** Named with its stage, so that a page says at once what it is about and the dashboard finds it. */
  raise({ id, loss, page }: Loss, { when, reaches, ...rest }: Raised): Alarm {
    const alarm = new Alarm(this, id, {
      metric: when,
      threshold: reaches,
      evaluationPeriods: 1,
      alarmName: alarmName(this.stage, id),
      alarmDescription: `${loss} What to do: ${runbookPage(page ?? id)}`,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...rest,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    return alarm;
  }
}

/** What CloudWatch calls an alarm of a stage. */
export function alarmName(stage: string, id: string): string {
  return `Billing-${stage}-${id}`;
}

/** The page of the runbook about an alarm: `TenantsHearLate` is about tenants-hear-late. */
export function runbookPage(id: string): string {
  return `docs/runbook/${id.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.md`;
}
