import { Duration } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { QUEUE_NAMES } from '../lib/routes.ts';
import type { Alarms } from './alarms.ts';
import type { Api } from './api.ts';
import type { Functions } from './functions.ts';
import type { Queues } from './queues.ts';
import type { BillingTable } from './table.ts';

const PERIOD = Duration.minutes(1);
const SUM = { statistic: Stats.SUM, period: PERIOD };

interface Shown {
  readonly alarms: Alarms;
  readonly api: Api;
  readonly functions: Functions;
  readonly queues: Queues;
  readonly table: BillingTable;
}

/** One screen, from what people feel down to what may be the cause. */
export class Overview extends Construct {
  constructor(scope: Construct, id: string, { alarms, api, functions, queues, table }: Shown) {
    super(scope, id);
    const waiting = QUEUE_NAMES.map((name) =>
      queues[name].queue.metricApproximateAgeOfOldestMessage({
        label: name,
        statistic: Stats.MAXIMUM,
        period: PERIOD,
      }),
    );
    const dead = QUEUE_NAMES.map((name) =>
      queues[name].deadLetters.metricApproximateNumberOfMessagesVisible({ label: name, period: PERIOD }),
    );
    const every = functions.all.map(([name, { function: lambda }]) => ({ lambda, label: name }));
    const failing = every.map(({ lambda, label }) => lambda.metricErrors({ ...SUM, label }));
    const slow = every.map(({ lambda, label }) =>
      lambda.metricDuration({ label, statistic: Stats.p(95), period: PERIOD }),
    );
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [
          new AlarmStatusWidget({
            title: 'What people are losing now',
            alarms: alarms.all,
            width: 24,
            height: 4,
          }),
        ],
        [
          graph('What tenants ask and are refused', [
            api.http.metricCount({ ...SUM, label: 'requests' }),
            api.http.metricClientError({ ...SUM, label: 'refused' }),
            api.http.metricServerError({ ...SUM, label: 'failed' }),
          ]),
          graph('How long tenants wait, ms', [
            api.http.metricLatency({ label: 'half of them', statistic: Stats.p(50), period: PERIOD }),
            api.http.metricLatency({ label: 'one in a hundred', statistic: Stats.p(99), period: PERIOD }),
          ]),
        ],
        [graph('How late events, renewals and invoices are, s', waiting), graph('What was given up', dead)],
        [graph('Functions that crash', failing), graph('Slowest twentieth of each function, ms', slow)],
        [
          graph('What the table is asked for, units', [
            table.table.metricConsumedReadCapacityUnits({ ...SUM, label: 'read' }),
            table.table.metricConsumedWriteCapacityUnits({ ...SUM, label: 'written' }),
          ]),
          graph('What the table turns away', [table.metricThrottled(SUM)]),
        ],
      ],
    });
  }
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 12, leftYAxis: { min: 0 } });
}
