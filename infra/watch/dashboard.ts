import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  AlarmWidget,
  Dashboard,
  GraphWidget,
  MathExpression,
  Metric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IAlarm, IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { METRICS } from '../../lib/runtime/metrics.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import { ROUTES } from '../../lib/routes.ts';
import { DUE_KINDS } from '../../lib/table/work/due.ts';
import { metricsNamespace } from '../functions/handler.ts';
import { CLOUDFRONT_REGION } from '../settings.ts';
import type { StageSettings } from '../settings.ts';
import type { StateStack } from '../state/state-stack.ts';
import { failing, FIREWALL_BLOCKS, FIREWALL_CERTIFICATE_EXPIRES, ROUNDS_ABSENT } from './alarm-catalogue.ts';
import { alarmName } from './alarm.ts';
import type { Alarms } from './alarms.ts';
import { throttledRequests } from './throttled-requests.ts';

/** The one metric that is no count: a sum of it would mean nothing. */
const OLDEST = 'OldestDueAge';
const PERIOD = Duration.minutes(1);
const SUM = { statistic: Stats.SUM, period: PERIOD };

interface Shown {
  readonly settings: StageSettings;
  readonly state: StateStack;
  readonly alarms: Alarms;
}

/** One dashboard, from what people notice down to possible causes. */
export class Overview extends Construct {
  constructor(scope: Construct, id: string, { settings, state, alarms }: Shown) {
    super(scope, id);
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [
          new AlarmStatusWidget({
            title: 'Active alarms: what is lost or late',
            alarms: [...alarms.all],
            width: 24,
            height: 6,
          }),
        ],
        [
          new AlarmStatusWidget({
            title: 'Active alarms: functions',
            alarms: this.alarmsOfFunctions(settings),
            width: 24,
            height: 4,
          }),
        ],
        ...(settings.firewall ? [this.ofFirewall(settings)] : []),
        ofRequests(settings, state),
        ofQueues(state),
        [
          graph('Function errors', [ofFunctions(settings, 'Errors', 'Sum')]),
          graph('Duration of each function, p95, ms', [ofFunctions(settings, 'Duration', 'p95')]),
        ],
        ofTable(state),
        ofService(settings),
      ],
    });
  }

  /** By name, because they are in stacks that are deployed independently. */
  private alarmsOfFunctions({ stage }: StageSettings): IAlarm[] {
    const ids = [
      ...[...ROUTES, ...BACKGROUND].map(({ name }) => failing(name).id),
      ...BACKGROUND.flatMap(({ triggeredBy }) =>
        triggeredBy in ROUNDS_ABSENT ? ROUNDS_ABSENT[triggeredBy as keyof typeof ROUNDS_ABSENT].id : [],
      ),
    ];
    return ids.map((each) => this.alarmNamed(each, alarmName(stage, each)));
  }

  /** Each with what it measures, as both are in the region of CloudFront: such a widget names its region, the list of states none. */
  private ofFirewall({ stage }: StageSettings): IWidget[] {
    return [FIREWALL_CERTIFICATE_EXPIRES, FIREWALL_BLOCKS].map(
      ({ id }) =>
        new AlarmWidget({
          title: id,
          alarm: this.alarmNamed(id, alarmName(stage, id), CLOUDFRONT_REGION),
          region: CLOUDFRONT_REGION,
          width: 12,
        }),
    );
  }

  private alarmNamed(id: string, resourceName: string, region = Stack.of(this).region): IAlarm {
    const arn = { service: 'cloudwatch', resource: 'alarm', arnFormat: ArnFormat.COLON_RESOURCE_NAME };
    return Alarm.fromAlarmArn(this, id, Stack.of(this).formatArn({ ...arn, resourceName, region }));
  }
}

function ofRequests(settings: StageSettings, { address: { http } }: StateStack): IWidget[] {
  return [
    graph('Requests, client errors and server errors', [
      http.metricCount({ ...SUM, label: 'requests' }),
      http.metricClientError({ ...SUM, label: 'refused' }),
      http.metricServerError({ ...SUM, label: 'failed' }),
      throttledRequests(settings, { period: PERIOD, label: 'turned away' }),
    ]),
    graph('Latency, ms', [
      http.metricLatency({ label: 'median', statistic: Stats.p(50), period: PERIOD }),
      http.metricLatency({ label: 'p99', statistic: Stats.p(99), period: PERIOD }),
    ]),
  ];
}

function ofQueues({ queues }: StateStack): IWidget[] {
  const waiting = QUEUE_NAMES.map((name) =>
    queues.named(name).queue.metricApproximateAgeOfOldestMessage({
      label: name,
      statistic: Stats.MAXIMUM,
      period: PERIOD,
    }),
  );
  const dead = QUEUE_NAMES.map((name) =>
    queues.named(name).deadLetters.metricApproximateNumberOfMessagesVisible({ label: name, period: PERIOD }),
  );
  return [graph('Oldest message per queue, s', waiting), graph('Dead letters', dead)];
}

function ofTable({ table }: StateStack): IWidget[] {
  return [
    graph('Consumed capacity units', [
      table.table.metricConsumedReadCapacityUnits({ ...SUM, label: 'read' }),
      table.table.metricConsumedWriteCapacityUnits({ ...SUM, label: 'written' }),
    ]),
    graph('Throttled requests', [table.metricThrottled('Read', SUM), table.metricThrottled('Write', SUM)]),
  ];
}

/** A line for each counter of the service, and one for each kind of due items. */
function ofService(settings: StageSettings): IWidget[] {
  const namespace = metricsNamespace(settings);
  const counters = Object.keys(METRICS)
    .filter((metricName) => metricName !== OLDEST)
    .map((metricName) => new Metric({ namespace, metricName, label: metricName, ...SUM }));
  const oldest = DUE_KINDS.map(
    (kind) =>
      new Metric({
        namespace,
        metricName: OLDEST,
        dimensionsMap: { [METRICS[OLDEST].by]: kind },
        label: kind,
        statistic: Stats.MAXIMUM,
        period: PERIOD,
      }),
  );
  return [graph('Metrics of the service', counters), graph('Oldest due item per kind, ms', oldest)];
}

/**
 * A line for each function of the stage, by the beginning of its name. Without quotation marks, within which CloudWatch
 * finds a whole name only; a stage whose name goes on with a digit is found too, as digits are a word of their own there.
 */
function ofFunctions({ stage }: StageSettings, metric: string, statistic: string): IMetric {
  return new MathExpression({
    expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" Billing-${stage}', '${statistic}')`,
    label: '',
    usingMetrics: {},
    period: PERIOD,
  });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 12, leftYAxis: { min: 0 } });
}
