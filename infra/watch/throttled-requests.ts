import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricsNamespace } from '../functions/handler.ts';
import type { StageSettings } from '../settings.ts';

const METRIC = 'RequestsThrottled';

/**
 * What AWS documents as `integrationStatus` of a request that reached a function which answered 429: the status of the
 * invocation, or the function's own. A request that API Gateway refused reached none, and has neither.
 */
const REACHED = ['200', '429'];

/**
 * Counts the requests that API Gateway refused over the limits of the stage. An HTTP API has no metric of them: its `4xx`
 * counts them among all other refusals. `accessLog` is JSON with `status` and `integrationStatus` as text.
 */
export function countThrottled(scope: Construct, accessLog: ILogGroup, settings: StageSettings): void {
  new MetricFilter(scope, 'Throttled', {
    logGroup: accessLog,
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.status', '=', '429'),
      ...REACHED.map((status) => FilterPattern.stringValue('$.integrationStatus', '!=', status)),
    ),
    metricNamespace: metricsNamespace(settings),
    metricName: METRIC,
    metricValue: '1',
  });
}

/** The number of requests that API Gateway refused. */
export function throttledRequests(settings: StageSettings, options: MetricOptions): Metric {
  return new Metric({
    namespace: metricsNamespace(settings),
    metricName: METRIC,
    statistic: Stats.SUM,
    ...options,
  });
}
