import { failing, ROUNDS_ABSENT } from '../../../infra/watch/alarm-catalogue.ts';
import {
  API_FAILS,
  API_THROTTLES,
  BACKLOG,
  CERTIFICATE_EXPIRES,
  DEAD_LETTERS,
  TABLE_THROTTLES,
} from '../../../infra/watch/alarm-catalogue.ts';
import { MEASURED_LOSSES } from '../../../infra/watch/measured-losses.ts';
import { BACKGROUND } from '../../../lib/background-functions.ts';
import { QUEUE_NAMES } from '../../../lib/footprint.ts';
import { METRICS } from '../../../lib/runtime/metrics.ts';
import { DUE_KINDS } from '../../../lib/table/work/due.ts';
import { ROWS } from '../roles.ts';
import type { Metric } from './alarm.ts';
import { reference } from './comparison.ts';
import { stateNames } from './state-names.ts';
import { sumOf, throttled } from './throttled.ts';
import { attribute, part, ref, tags } from './parts.ts';
import type { Part, Place } from './parts.ts';

type Line = readonly unknown[];

/** The one dashboard: what people notice first, and below it what it may come from. */
export function dashboard(place: Place): Part {
  const { settings, state } = place;
  const { table } = stateNames(place);
  const api = (name: string, more: object) =>
    line({ of: 'AWS/ApiGateway', name, by: [['ApiId', ref(state('AddressHttp'))]] }, more);
  const counted = (label: string) => ({ label, period: 60, stat: 'Sum' });
  const latency = (label: string, stat: string) => api('Latency', { label, period: 60, stat });
  const search = (metric: string, stat: string) => [
    {
      expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" Billing-${settings.stage}', '${stat}')`,
      period: 60,
    },
  ];
  const capacity = (what: string, label: string) =>
    line(
      { of: 'AWS/DynamoDB', name: `Consumed${what}CapacityUnits`, by: [['TableName', table.name]] },
      { ...counted(label), ...local(place) },
    );
  const own = (name: string, by: Metric['by'], more: object) =>
    line({ of: `Billing/${settings.stage}`, name, by }, { period: 60, ...more });
  const counters = Object.keys(METRICS).filter((name) => name !== 'OldestDueAge');
  const graphs: [string, Line[]][] = [
    [
      'Requests, client errors and server errors',
      [
        api('Count', counted('requests')),
        api('4xx', counted('refused')),
        api('5xx', counted('failed')),
        own('RequestsThrottled', [], { label: 'turned away', stat: 'Sum' }),
      ],
    ],
    ['Latency, ms', [latency('median', 'p50'), latency('p99', 'p99')]],
    ['Oldest message per queue, s', ofQueues(place, 'ApproximateAgeOfOldestMessage', 'queue')],
    ['Dead letters', ofQueues(place, 'ApproximateNumberOfMessagesVisible', 'deadLetters')],
    ['Function errors', [search('Errors', 'Sum')]],
    ['Duration of each function, p95, ms', [search('Duration', 'p95')]],
    ['Consumed capacity units', [capacity('Read', 'read'), capacity('Write', 'written')]],
    ['Throttled requests', [...throttles('Read', place), ...throttles('Write', place)]],
    ['Metrics of the service', counters.map((name) => own(name, [], { label: name, stat: 'Sum' }))],
    [
      'Oldest due item per kind, ms',
      DUE_KINDS.map((kind) => own('OldestDueAge', [['kind', kind]], { label: kind, stat: 'Maximum' })),
    ],
  ];
  const firewall = ofFirewall(place);
  const widgets = [
    {
      type: 'alarm',
      width: 24,
      height: 6,
      x: 0,
      y: 0,
      properties: { title: 'Active alarms: what is lost or late', alarms: alarmsOfLosses(place) },
    },
    {
      type: 'alarm',
      width: 24,
      height: 4,
      x: 0,
      y: 6,
      properties: { title: 'Active alarms: functions', alarms: alarmsOfFunctions(place) },
    },
    ...firewall,
    ...graphs.map(([title, metrics], at) => ({
      type: 'metric',
      width: 12,
      height: 6,
      x: at % 2 === 0 ? 0 : 12,
      y: 10 + (firewall.length > 0 ? 6 : 0) + 6 * Math.floor(at / 2),
      properties: {
        view: 'timeSeries',
        title,
        region: reference(ref('AWS::Region')),
        metrics,
        yAxis: { left: { min: 0 } },
      },
    })),
  ];
  const text = JSON.stringify({ widgets });
  return part('CloudWatch::Dashboard', { DashboardBody: { 'Fn::Join': ['', [text]] }, ...tags(settings) });
}

/** The alarms of a firewall, which are in the region of CloudFront. */
function ofFirewall({ settings }: Place): object[] {
  if (!settings.firewall) return [];
  const region = 'us-east-1';
  const account = reference(ref('AWS::AccountId'));
  return ['FirewallCertificateExpires', 'DirectCheckoutsBlocked'].map((title, at) => ({
    type: 'metric',
    width: 12,
    height: 6,
    x: 12 * at,
    y: 10,
    properties: {
      view: 'timeSeries',
      title,
      region,
      annotations: {
        alarms: [`arn:aws:cloudwatch:${region}:${account}:alarm:Billing-${settings.stage}-${title}`],
      },
      yAxis: {},
    },
  }));
}

/** The alarms beside the dashboard, by reference. */
function alarmsOfLosses({ own, settings }: Place): string[] {
  const ids = [
    ...QUEUE_NAMES.flatMap((name) => [DEAD_LETTERS[name].id, BACKLOG[name].id]),
    API_FAILS.id,
    API_THROTTLES.id,
    ...(settings.domain ? [CERTIFICATE_EXPIRES.id] : []),
    ...Object.values(TABLE_THROTTLES).map(({ id }) => id),
    ...MEASURED_LOSSES.map(({ id }) => id),
  ];
  return ids.map((id) => reference(attribute(own(`AlarmsPager${id}`))));
}

/** The alarms of functions, which are in other stacks, by name. */
function alarmsOfFunctions({ settings }: Place): string[] {
  const ids = [
    ...ROWS.map(({ name }) => failing(name).id),
    ...BACKGROUND.flatMap(({ triggeredBy }) =>
      triggeredBy === 'schedule' || triggeredBy === 'nightly' ? [ROUNDS_ABSENT[triggeredBy].id] : [],
    ),
  ];
  const account = reference(ref('AWS::AccountId'));
  return ids.map(
    (id) => `arn:aws:cloudwatch:${settings.region}:${account}:alarm:Billing-${settings.stage}-${id}`,
  );
}

function ofQueues(place: Place, name: string, what: 'queue' | 'deadLetters'): Line[] {
  return QUEUE_NAMES.map((label) =>
    line(
      {
        of: 'AWS/SQS',
        name,
        by: [['QueueName', attribute(stateNames(place)[what](label), 'QueueName')]],
      },
      { label, period: 60, stat: 'Maximum' },
    ),
  );
}

function throttles(what: 'Read' | 'Write', place: Place): Line[] {
  const metrics = throttled(what, place);
  return [
    [{ label: `${what.toLowerCase()}s throttled`, expression: sumOf(metrics), period: 60 }],
    ...Object.entries(metrics).map(([id, metric]) =>
      line(metric, {
        id,
        visible: false,
        ...local(place),
        period: 60,
        stat: 'Sum',
      }),
    ),
  ];
}

const local = ({ settings }: Place) => ({
  accountId: reference(ref('AWS::AccountId')),
  region: settings.region,
});

function line({ of, name, by }: Metric, more: object): Line {
  const value = (each: unknown) => (typeof each === 'string' ? each : reference(each));
  return [of, name, ...by.flatMap(([key, each]) => [key, value(each)]), more];
}
