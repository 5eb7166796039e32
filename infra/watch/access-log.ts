import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { IFilterPattern, ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { metricsNamespace } from '../functions/handler.ts';
import type { StageSettings } from '../settings.ts';

/**
 * What AWS documents as `integrationStatus` of a request that reached a function which answered 429: the status of the
 * invocation, or the function's own. A request that API Gateway refused reached none, and has neither.
 */
const REACHED = ['200', '429'];

const status = (is: string) => FilterPattern.stringValue('$.status', '=', is);

/** What is counted in the access log, because an HTTP API has no metric of it. */
const COUNTED = {
  /** Requests that API Gateway refused over the limits of the stage; its `4xx` counts them among all other refusals. */
  RequestsThrottled: FilterPattern.all(
    status('429'),
    ...REACHED.map((reached) => FilterPattern.stringValue('$.integrationStatus', '!=', reached)),
  ),
  /** Requests whose function crashed, or ended without an answer; its `5xx` counts what a provider did not answer too. */
  RequestsFailed: status('500'),
} as const satisfies Readonly<Record<string, IFilterPattern>>;

/** Counts requests in an access log that is JSON with `status` and `integrationStatus` as text. */
export function countRequests(scope: Construct, accessLog: ILogGroup, settings: StageSettings): void {
  for (const [metricName, filterPattern] of Object.entries(COUNTED))
    new MetricFilter(scope, metricName, {
      logGroup: accessLog,
      filterPattern,
      metricNamespace: metricsNamespace(settings),
      metricName,
      metricValue: '1',
    });
}

/** The number of such requests. */
export function requestsCounted(
  what: keyof typeof COUNTED,
  settings: StageSettings,
  options: MetricOptions,
): Metric {
  return new Metric({
    namespace: metricsNamespace(settings),
    metricName: what,
    statistic: Stats.SUM,
    ...options,
  });
}
