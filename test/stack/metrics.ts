/** A metric as CloudWatch tells it from all others. */
export interface Metric {
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

/** Every metric that an alarm evaluates. */
export function metricsOf(alarm: Readonly<Record<string, unknown>>): readonly Metric[] {
  if (alarm.Metrics === undefined) return [alarm];
  return (alarm.Metrics as { MetricStat?: { Metric: Metric } }[]).flatMap(
    ({ MetricStat }) => MetricStat?.Metric ?? [],
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
