import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmProps, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import type { AlarmTopic } from '../state/alarm-topic.ts';
import type { Loss } from './alarm-catalogue.ts';

/** The evaluation period of all alarms. */
export const PERIOD = Duration.minutes(5);

/** When an alarm goes off. */
export interface Raised extends Partial<AlarmProps> {
  readonly when: IMetric;
  /** The threshold, inclusive. */
  readonly reaches: number;
}

/** Where alarms are sent. A topic must be in the region of its alarms. */
interface Topics {
  readonly alarmTopic: AlarmTopic;
  readonly tenantAlarmTopic: AlarmTopic;
}

/** The alarms of one stage, named after what people lose; those about one tenant have a topic of their own. */
export class Pager extends Construct {
  private readonly stage: string;
  private readonly topics: Topics;

  constructor(scope: Construct, id: string, { stage }: StageSettings, topics: Topics) {
    super(scope, id);
    this.stage = stage;
    this.topics = topics;
  }

  /** Creates an alarm whose name includes the stage, for pages and the dashboard. */
  raise({ id, loss, page, ofOneTenant }: Loss, { when, reaches, ...rest }: Raised): Alarm {
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
    const { alarmTopic, tenantAlarmTopic } = this.topics;
    alarm.addAlarmAction(new SnsAction((ofOneTenant ? tenantAlarmTopic : alarmTopic).topic));
    return alarm;
  }
}

/** The CloudWatch name of a stage's alarm. */
export function alarmName(stage: string, id: string): string {
  return `Billing-${stage}-${id}`;
}

/** The runbook page of an alarm: `TenantsGetEventsLate` has tenants-get-events-late. */
export function runbookPage(id: string): string {
  return `docs/runbook/${id.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.md`;
}
