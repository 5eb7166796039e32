import {
  API_FAILS,
  API_THROTTLES,
  BACKLOG,
  CERTIFICATE_EXPIRES,
  DEAD_LETTERS,
  FIREWALL_BLOCKS,
  FIREWALL_CERTIFICATE_EXPIRES,
  FUNCTIONS_FAIL,
  ROUNDS_ABSENT,
  TABLE_THROTTLES,
  WORK_CRASHES,
} from '../../../infra/watch/alarm-catalogue.ts';
import { MEASURED_LOSSES } from '../../../infra/watch/measured-losses.ts';
import { FULL_STAGE, referred, resources } from '../synthesised.ts';
import type { Template } from '../synthesised.ts';

/** Alarms about what one tenant loses and has to mend itself: nobody is woken by them. */
const OF_ONE_TENANT: readonly string[] = [
  'RecordsDisagreeWithProvider',
  'RecordsOfAnotherAccount',
  'NotificationsUnmatched',
  'EventsNotAccepted',
  'ProviderRefusesTenants',
  'InvoicesCannotBeMade',
  'CardsAreTried',
  'InvoicesWaitForTheirTenant',
];

/** The ids of all alarms that the stage has to have. */
export const ALARMS: readonly string[] = [
  ...[
    ...[WORK_CRASHES, FUNCTIONS_FAIL, API_FAILS, API_THROTTLES, TABLE_THROTTLES],
    ...[CERTIFICATE_EXPIRES, FIREWALL_CERTIFICATE_EXPIRES, FIREWALL_BLOCKS],
    ...Object.values(ROUNDS_ABSENT),
    ...[...DEAD_LETTERS, ...BACKLOG, ...MEASURED_LOSSES],
  ].map(({ id }) => id),
];

interface Allowing {
  readonly Effect: string;
  readonly Action: unknown;
  readonly Principal: { readonly Service?: string };
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/** Alarms that would not reach a person. */
export function brokenPaging(template: Template): string[] {
  const found = new Map(
    resources(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => [
      String(Properties.AlarmName).replace(`Billing-${FULL_STAGE.stage}-`, ''),
      Properties,
    ]),
  );
  const alarms = ALARMS.flatMap((id) => {
    const alarm = found.get(id);
    if (!alarm) return [`there is no alarm ${id}`];
    const actions = (alarm.AlarmActions ?? []) as unknown[];
    const told = actions.map((one) => subscriberOf(template, referred(one), 'cloudwatch')).join();
    return measures(alarm) && alarm.ActionsEnabled !== false && told === addressOf(id)
      ? []
      : [`${id} reaches ${told || 'nobody'} instead of ${addressOf(id)}`];
  });
  return [...alarms, ...(watchesKey(template) ? [] : ['nobody is told that the key is in danger'])];
}

/** The address to which a stage that has two sends an alarm. */
export function addressOf(id: string): string | undefined {
  return OF_ONE_TENANT.includes(id) ? FULL_STAGE.tenantAlarmAddress : FULL_STAGE.alarmAddress;
}

/** The subscriber of a topic, if this service may publish to it. */
export function subscriberOf(template: Template, topic: string, service: 'cloudwatch' | 'events'): string {
  if (!mayPublish(template, topic, service)) return '';
  return resources(template, 'AWS::SNS::Subscription')
    .filter(([, { Properties }]) => referred(Properties.TopicArn) === topic)
    .map(([, { Properties }]) => String(Properties.Endpoint))
    .join();
}

/** Every part of what an alarm looks at has a name, and what it computes with is there. */
function measures({ MetricName, Metrics, Threshold }: Readonly<Record<string, unknown>>): boolean {
  if (typeof Threshold !== 'number') return false;
  if (typeof MetricName === 'string') return true;
  const parts = (Metrics ?? []) as {
    Id: string;
    Expression?: string;
    MetricStat?: { Metric?: { MetricName?: string } };
  }[];
  const expression = parts.find(({ Expression }) => Expression !== undefined)?.Expression ?? '';
  const named = [...expression.matchAll(/FILL\((\w+), \d+\)/g)].map(([, id]) => id);
  return (
    named.length > 0 &&
    named.every((id) => parts.some(({ Id, MetricStat }) => Id === id && MetricStat?.Metric?.MetricName))
  );
}

function mayPublish(template: Template, topic: string, service: string): boolean {
  return resources(template, 'AWS::SNS::TopicPolicy').some(
    ([, { Properties }]) =>
      (Properties.Topics as unknown[]).some((one) => referred(one) === topic) &&
      (Properties.PolicyDocument as { Statement: Allowing[] }).Statement.some(
        ({ Effect, Action, Principal, Resource, Condition }) =>
          Effect === 'Allow' &&
          Action === 'sns:Publish' &&
          Principal.Service === `${service}.amazonaws.com` &&
          referred(Resource) === topic &&
          // EventBridge meets no condition of a topic: it is refused, and only a metric of the rule tells.
          (service !== 'events' || Condition === undefined),
      ),
  );
}

function watchesKey(template: Template): boolean {
  return resources(template, 'AWS::Events::Rule').some(([, { Properties }]) => {
    const { detail } = (Properties.EventPattern ?? {}) as { detail?: { eventName?: string[] } };
    const targets = (Properties.Targets ?? []) as { Arn: unknown }[];
    return (
      ['DisableKey', 'ScheduleKeyDeletion'].every((name) => detail?.eventName?.includes(name)) &&
      Properties.State !== 'DISABLED' &&
      targets.some(({ Arn }) => subscriberOf(template, referred(Arn), 'events') === FULL_STAGE.alarmAddress)
    );
  });
}
