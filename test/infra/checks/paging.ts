import {
  API_FAILS,
  BACKLOG,
  DEAD_LETTERS,
  failing,
  ROUNDS_ABSENT,
  TABLE_THROTTLES,
} from '../../../infra/watch/alarm-catalogue.ts';
import { MEASURED_LOSSES } from '../../../infra/watch/measured-losses.ts';
import { BACKGROUND } from '../../../lib/background-functions.ts';
import { ROWS } from '../roles.ts';
import { FULL_STAGE, referred, resources } from '../synthesised.ts';
import type { Template } from '../synthesised.ts';

/** The ids of all alarms that the stage has to have. */
export const ALARMS: readonly string[] = [
  API_FAILS.id,
  ...Object.values(TABLE_THROTTLES).map(({ id }) => id),
  ...Object.values(DEAD_LETTERS).map(({ id }) => id),
  ...Object.values(BACKLOG).map(({ id }) => id),
  ...MEASURED_LOSSES.map(({ id }) => id),
  ...ROWS.map(({ name }) => failing(name).id),
  ...BACKGROUND.flatMap(({ triggeredBy }) =>
    triggeredBy in ROUNDS_ABSENT ? ROUNDS_ABSENT[triggeredBy as keyof typeof ROUNDS_ABSENT].id : [],
  ),
];

interface Allowing {
  readonly Effect: string;
  readonly Action: unknown;
  readonly Principal: { readonly Service?: string };
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/** Where the way from what goes wrong to a person is broken. */
export function unpaged(template: Template): string[] {
  const [topic = ''] = resources(template, 'AWS::SNS::Topic').map(([id]) => id);
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
    return measures(alarm) && alarm.ActionsEnabled !== false && actions.some((one) => referred(one) === topic)
      ? []
      : [`${id} reaches nobody`];
  });
  const reached = resources(template, 'AWS::SNS::Subscription').some(
    ([, { Properties }]) =>
      referred(Properties.TopicArn) === topic && Properties.Endpoint === FULL_STAGE.alarmAddress,
  );
  return [
    ...alarms,
    ...['cloudwatch', 'events'].filter((service) => !mayPublish(template, topic, service)),
    ...(reached ? [] : ['nobody is subscribed']),
    ...(watchesKey(template, topic) ? [] : ['nobody is told that the key is in danger']),
  ];
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
  return resources(template, 'AWS::SNS::TopicPolicy').some(([, { Properties }]) =>
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

function watchesKey(template: Template, topic: string): boolean {
  return resources(template, 'AWS::Events::Rule').some(([, { Properties }]) => {
    const { detail } = (Properties.EventPattern ?? {}) as { detail?: { eventName?: string[] } };
    const targets = (Properties.Targets ?? []) as { Arn: unknown }[];
    return (
      ['DisableKey', 'ScheduleKeyDeletion'].every((name) => detail?.eventName?.includes(name)) &&
      Properties.State !== 'DISABLED' &&
      targets.some(({ Arn }) => referred(Arn) === topic)
    );
  });
}
