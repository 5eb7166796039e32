import { describe, expect, it } from 'vitest';
import { stageNamed } from '../../infra/stages.ts';
import { jsonLog } from '../../lib/runtime/log.ts';
import { METRICS } from '../../lib/runtime/metrics.ts';
import type { MetricName } from '../../lib/runtime/metrics.ts';
import { embeddedMetrics, isEmittedBy, metricsOf, alarmsWithoutMetric } from './checks/metrics.ts';
import type { Metric } from './checks/metrics.ts';
import { resources, synthesised } from './synthesised.ts';

const { template } = synthesised();

/** Each way in which one of an alarm's metrics can be another one than what is written. */
const SLIPS: Readonly<Record<string, (metric: Metric) => Metric>> = {
  'name space': ({ Namespace, ...rest }) => ({ ...rest, Namespace: `${Namespace}s` }),
  name: ({ MetricName, ...rest }) => ({ ...rest, MetricName: `${MetricName}s` }),
  'number of dimensions': ({ Dimensions = [], ...rest }) => ({
    ...rest,
    Dimensions: [...Dimensions, { Name: 'stage', Value: 'prod' }],
  }),
  'value of a dimension': ({ Dimensions = [], ...rest }) => ({
    ...rest,
    Dimensions: Dimensions.map(({ Name }) => ({ Name, Value: 'nothing' })),
  }),
};

describe('an alarm evaluates a metric that is really emitted', () => {
  it.each(['dev', 'prod'])('each one of the stage %s', (stage) => {
    expect(alarmsWithoutMetric(synthesised(stageNamed(stage)).template)).toEqual([]);
  });

  it.each(Object.keys(SLIPS))('and no other: a metric with another %s is detected in every alarm', (what) => {
    const isFed = isEmittedBy(template);
    const tried = resources(template, 'AWS::CloudWatch::Alarm').flatMap(([id, { Properties }]) =>
      metricsOf(Properties)
        .filter(({ Dimensions = [] }) => what !== 'value of a dimension' || Dimensions.length > 0)
        .map((metric) => [id, isFed(metric), isFed(SLIPS[what]!(metric))]),
    );
    expect(tried.length).toBeGreaterThan(30);
    expect(tried.filter(([, right, wrong]) => !right || wrong)).toEqual([]);
  });
});

describe('a custom metric', () => {
  it.each(Object.keys(METRICS) as MetricName[])(
    '%s is written once, and its line says which it was',
    (metric) => {
      const lines: string[] = [];
      jsonLog((line) => lines.push(line), { now: () => 0, namespace: 'Ours' }).measure(metric, 3, 'some');
      const { unit, by } = METRICS[metric];
      expect(lines.flatMap(embeddedMetrics)).toEqual([
        { Namespace: 'Ours', MetricName: metric, Dimensions: [] },
      ]);
      expect(JSON.parse(lines[0]!)).toMatchObject({
        [by]: 'some',
        [metric]: 3,
        _aws: { Timestamp: 0, CloudWatchMetrics: [{ Metrics: [{ Name: metric, Unit: unit }] }] },
      });
    },
  );
});
