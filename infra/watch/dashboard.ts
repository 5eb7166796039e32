import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  AlarmWidget,
  Dashboard,
  GraphWidget,
  Metric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IAlarm, IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { METRICS } from '../../lib/runtime/metrics.ts';
import type { MetricName } from '../../lib/runtime/metrics.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import { metricsNamespace } from '../functions/handler.ts';
import { CLOUDFRONT_REGION } from '../settings.ts';
import type { StageSettings } from '../settings.ts';
import type { StateStack } from '../state/state-stack.ts';
import {
  FIREWALL_BLOCKS,
  FIREWALL_CERTIFICATE_EXPIRES,
  FUNCTIONS_FAIL,
  ROUNDS_ABSENT,
  WORK_CRASHES,
} from './alarm-catalogue.ts';
import { requestsCounted } from './access-log.ts';
import { alarmName } from './alarm.ts';
import type { Alarms } from './alarms.ts';

const PERIOD = Duration.minutes(1);
const SUM = { statistic: Stats.SUM, period: PERIOD };
const WIDTH = 24;

interface Shown {
  readonly settings: StageSettings;
  readonly state: StateStack;
  readonly alarms: Alarms;
}

/** One dashboard, from what people notice down to possible causes. AWS asks nothing for one of fifty metrics or fewer. */
export class Overview extends Construct {
  constructor(scope: Construct, id: string, { settings, state, alarms }: Shown) {
    super(scope, id);
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [
          new AlarmStatusWidget({
            title: 'Active alarms: what is lost or late',
            alarms: [...alarms.all, ...this.alarmsOfFunctions(settings)],
            width: WIDTH,
            height: 6,
          }),
        ],
        ...(settings.firewall ? [this.ofFirewall(settings)] : []),
        ofRequests(settings, state),
        ofQueues(state),
        ofService(settings),
      ],
    });
  }

  /** By name, because they are in a stack that is deployed independently. */
  private alarmsOfFunctions({ stage }: StageSettings): IAlarm[] {
    return [WORK_CRASHES, FUNCTIONS_FAIL, ...Object.values(ROUNDS_ABSENT)].map((loss) =>
      this.alarmNamed(loss.id, alarmName(stage, loss)),
    );
  }

  /** Each with what it measures, as both are in the region of CloudFront: such a widget names its region, the list of states none. */
  private ofFirewall({ stage }: StageSettings): IWidget[] {
    return [FIREWALL_CERTIFICATE_EXPIRES, FIREWALL_BLOCKS].map(
      (loss) =>
        new AlarmWidget({
          title: loss.id,
          alarm: this.alarmNamed(loss.id, alarmName(stage, loss), CLOUDFRONT_REGION),
          region: CLOUDFRONT_REGION,
          width: WIDTH / 2,
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
      requestsCounted('RequestsThrottled', settings, { period: PERIOD, label: 'turned away' }),
    ]),
    graph('Latency, ms', [
      http.metricLatency({ label: 'median', statistic: Stats.p(50), period: PERIOD }),
      http.metricLatency({ label: 'p99', statistic: Stats.p(99), period: PERIOD }),
    ]),
  ];
}

function ofQueues({ queues, table }: StateStack): IWidget[] {
  const waiting = QUEUE_NAMES.map((name) =>
    queues.named(name).queue.metricApproximateAgeOfOldestMessage({
      label: name,
      statistic: Stats.MAXIMUM,
      period: PERIOD,
    }),
  );
  return [
    graph('Oldest message per queue, s', waiting),
    graph('Consumed capacity units of the table', [
      table.table.metricConsumedReadCapacityUnits({ ...SUM, label: 'read' }),
      table.table.metricConsumedWriteCapacityUnits({ ...SUM, label: 'written' }),
    ]),
  ];
}

/** A line for each counter of the service, and one for each age of the oldest due item, of which a sum would mean nothing. */
function ofService(settings: StageSettings): IWidget[] {
  const namespace = metricsNamespace(settings);
  const measured = (unit: string, statistic: string) =>
    (Object.keys(METRICS) as MetricName[])
      .filter((metricName) => METRICS[metricName].unit === unit)
      .map(
        (metricName) => new Metric({ namespace, metricName, label: metricName, statistic, period: PERIOD }),
      );
  return [
    graph('Metrics of the service', measured('Count', Stats.SUM)),
    graph('Oldest due item, ms', measured('Milliseconds', Stats.MAXIMUM)),
  ];
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: WIDTH / 2, leftYAxis: { min: 0 } });
}
