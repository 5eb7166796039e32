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
  raise(loss: Loss, { when, reaches, ...rest }: Raised): Alarm {
    const alarm = new Alarm(this, loss.id, {
      metric: when,
      threshold: reaches,
      evaluationPeriods: 1,
      alarmName: alarmName(this.stage, loss),
      alarmDescription: description(loss),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...rest,
    });
    const { alarmTopic, tenantAlarmTopic } = this.topics;
    alarm.addAlarmAction(new SnsAction((loss.ofOneTenant ? tenantAlarmTopic : alarmTopic).topic));
    return alarm;
  }
}

/** The CloudWatch name of a stage's alarm. */
export function alarmName(stage: string, { id }: Pick<Loss, 'id'>): string {
  return `Billing-${stage}-${id}`;
}

/** What a person reads who is told of a loss. */
export function description(loss: Loss): string {
  return `${loss.loss} What to do: ${runbookSection(loss)}`;
}

/** The section of the runbook about a loss: `TenantsGetEventsLate` has `events.md#tenants-get-events-late`. */
export function runbookSection({ id, family }: Pick<Loss, 'id' | 'family'>): string {
  return `docs/runbook/${family}.md#${id.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}`;
}
