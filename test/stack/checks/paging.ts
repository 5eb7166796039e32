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
