import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENVIRONMENT } from '../../../lib/runtime/environment.ts';
import { jsonLog } from '../../../lib/runtime/log.ts';
import { METRICS } from '../../../lib/runtime/metrics.ts';
import type { MetricName } from '../../../lib/runtime/metrics.ts';
import { isIn, lambdaOf, ROWS } from '../roles.ts';
import { referred, resources } from '../synthesised.ts';
import type { Template } from '../synthesised.ts';

/** A metric as CloudWatch tells it from all others. */
export interface Metric {
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

/** What AWS measures of a kind of resource, and by which dimensions; the last of them names the resource. */
const OF_AWS: Readonly<Record<string, { type: string; names: readonly string[]; by: readonly string[][] }>> =
  {
    'AWS/Lambda': {
      type: 'AWS::Lambda::Function',
      names: ['Invocations', 'Errors', 'Throttles', 'Duration', 'ConcurrentExecutions'],
      by: [['FunctionName']],
    },
    'AWS/SQS': {
      type: 'AWS::SQS::Queue',
      names: ['ApproximateNumberOfMessagesVisible', 'ApproximateAgeOfOldestMessage'],
      by: [['QueueName']],
    },
    'AWS/ApiGateway': {
      type: 'AWS::ApiGatewayV2::Api',
      names: ['Count', '4xx', '5xx', 'Latency', 'IntegrationLatency'],
      by: [['ApiId']],
    },
    'AWS/DynamoDB': {
      type: 'AWS::DynamoDB::GlobalTable',
      names: ['ThrottledRequests'],
      by: [['Operation', 'TableName']],
    },
  };

const WRITING = join(import.meta.dirname, '../../../lib/table/dynamodb');

/** What our code asks of the table, by the names of the commands that it sends. */
export const TABLE_OPERATIONS: readonly string[] = [
  ...new Set(
    readdirSync(WRITING).flatMap((file) =>
      [...readFileSync(join(WRITING, file), 'utf8').matchAll(/new (\w+)Command\(/g)].map(
        ([, operation = '']) => operation,
      ),
    ),
  ),
];

/** The names of alarms on a metric that nothing emits. */
export function alarmsWithoutMetric(template: Template): string[] {
  const isFed = isEmittedBy(template);
  return resources(template, 'AWS::CloudWatch::Alarm').flatMap(([, { Properties }]) =>
    metricsOf(Properties)
      .filter((metric) => !isFed(metric))
      .map((metric) => `${String(Properties.AlarmName)}: ${nameOf(metric)}`),
  );
}

/** Whether a metric is written by the template's functions, or measured by AWS of one of its resources. */
export function isEmittedBy(template: Template): (metric: Metric) => boolean {
  const own = written(template);
  return (metric) =>
    own.has(nameOf(metric)) ||
    isFiltered(template, metric) ||
    isOfAws(template, metric) ||
    isOfACertificate(template, metric) ||
    isOfTheFirewall(template, metric);
}

/** Every metric that an alarm evaluates. */
export function metricsOf(alarm: Readonly<Record<string, unknown>>): readonly Metric[] {
  if (alarm.Metrics === undefined) return [alarm];
  return (alarm.Metrics as { MetricStat?: { Metric: Metric } }[]).flatMap(
    ({ MetricStat }) => MetricStat?.Metric ?? [],
  );
}

/** What CloudWatch makes of every line that a function of the template can print, in the name space it is given. */
function written(template: Template): ReadonlySet<string> {
  return new Set(
    ROWS.filter(({ name }) => isIn(template, name)).flatMap(({ name }) => {
      const namespace = String(lambdaOf(template, name).variables[ENVIRONMENT.metricsNamespace]);
      const lines: string[] = [];
      const log = jsonLog((line) => lines.push(line), { now: () => 0, namespace });
      for (const metric of Object.keys(METRICS) as MetricName[]) log.measure(metric, 1, 'any');
      return lines.flatMap(embeddedMetrics).map(nameOf);
    }),
  );
}

interface Directive {
  readonly Namespace: string;
  readonly Dimensions: readonly string[][];
  readonly Metrics: readonly { readonly Name: string }[];
}

/** The metrics in a line of CloudWatch's embedded format: one for each set of dimensions. */
export function embeddedMetrics(line: string): Metric[] {
  const fields = JSON.parse(line) as { _aws: { CloudWatchMetrics: Directive[] }; [field: string]: unknown };
  return fields._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Metrics.filter(({ Name }) => typeof fields[Name] === 'number').flatMap(({ Name }) =>
      Dimensions.map((names) => ({
        Namespace,
        MetricName: Name,
        Dimensions: names.map((each) => ({ Name: each, Value: fields[each] })),
      })),
    ),
  );
}

/** The same for the same metric, whatever the order of its dimensions. */
function nameOf({ Namespace, MetricName, Dimensions = [] }: Metric): string {
  const by = Dimensions.map(({ Name, Value }) => `${Name}=${JSON.stringify(Value)}`).toSorted();
  return [Namespace, MetricName, ...by].join(' ');
}

function isOfAws(template: Template, { Namespace = '', MetricName = '', Dimensions = [] }: Metric): boolean {
  const known = OF_AWS[Namespace];
  if (!known?.names.includes(MetricName)) return false;
  const named = Dimensions.map(({ Name }) => Name).toSorted();
  if (!known.by.some((by) => by.join() === named.join())) return false;
  const of = Dimensions.find(({ Name }) => Name === named.at(-1));
  if (!resources(template, known.type).some(([id]) => id === refersTo(of?.Value))) return false;
  const operation = Dimensions.find(({ Name }) => Name === 'Operation')?.Value;
  return operation === undefined || (typeof operation === 'string' && TABLE_OPERATIONS.includes(operation));
}

/** Whether a filter counts it in a log group of the template, without dimensions. */
function isFiltered(template: Template, metric: Metric): boolean {
  const groups = resources(template, 'AWS::Logs::LogGroup').map(([id]) => id);
  return resources(template, 'AWS::Logs::MetricFilter').some(([, { Properties }]) => {
    const [made] = Properties.MetricTransformations as { MetricNamespace: string; MetricName: string }[];
    const { MetricNamespace: Namespace = '', MetricName = '' } = made ?? {};
    return (
      groups.includes(referred(Properties.LogGroupName)) &&
      nameOf(metric) === nameOf({ Namespace, MetricName })
    );
  });
}

/** Whether ACM measures it of a certificate that callers see, which is known by its ARN. */
function isOfACertificate(template: Template, metric: Metric): boolean {
  const ofDomains = resources(template, 'AWS::ApiGatewayV2::DomainName').flatMap(([, { Properties }]) =>
    (Properties.DomainNameConfigurations as { CertificateArn: unknown }[]).map((each) => each.CertificateArn),
  );
  const ofDistributions = resources(template, 'AWS::CloudFront::Distribution').map(([, { Properties }]) => {
    const { ViewerCertificate } = Properties.DistributionConfig as {
      ViewerCertificate: { AcmCertificateArn: unknown };
    };
    return ViewerCertificate.AcmCertificateArn;
  });
  return [...ofDomains, ...ofDistributions].some((Value) => {
    const Dimensions = [{ Name: 'CertificateArn', Value }];
    return (
      nameOf(metric) ===
      nameOf({ Namespace: 'AWS/CertificateManager', MetricName: 'DaysToExpiry', Dimensions })
    );
  });
}

/** Whether WAF measures it of all rules of a web ACL, which is known by its metric name; CloudFront's have no region. */
function isOfTheFirewall(template: Template, metric: Metric): boolean {
  return resources(template, 'AWS::WAFv2::WebACL').some(([, { Properties }]) => {
    const { MetricName, CloudWatchMetricsEnabled } = Properties.VisibilityConfig as Record<string, unknown>;
    const Dimensions = [
      { Name: 'WebACL', Value: MetricName },
      { Name: 'Rule', Value: 'ALL' },
    ];
    return (
      CloudWatchMetricsEnabled === true &&
      nameOf(metric) === nameOf({ Namespace: 'AWS/WAFV2', MetricName: 'BlockedRequests', Dimensions })
    );
  });
}

const refersTo = (value: unknown) =>
  typeof value === 'object' && value !== null ? referred(value) : undefined;
