import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEASURED_LOSSES } from '../../infra/watch/measured-losses.ts';
import { WAKING_NOBODY } from '../../infra/watch/waking-nobody.ts';
import { jsonLog } from '../../lib/runtime/log.ts';
import { METRICS } from '../../lib/runtime/metrics.ts';
import type { MetricName } from '../../lib/runtime/metrics.ts';
import { alarms, template } from './alarms.ts';
import { embeddedMetrics, metricsOf } from './metrics.ts';
import { resources } from './synthesised.ts';

const WRITING = join(import.meta.dirname, '../../lib/table/dynamodb');

/** What our code asks of the table, by the names of the commands that it sends. */
const TABLE_OPERATIONS: readonly string[] = [
  ...new Set(
    readdirSync(WRITING).flatMap((file) =>
      [...readFileSync(join(WRITING, file), 'utf8').matchAll(/new (\w+)Command\(/g)].map(
        ([, operation = '']) => operation,
      ),
    ),
  ),
];

describe('each alarm', () => {
  it('is on the dashboard, of which AWS gives away fifty metrics', () => {
    const [dashboard] = resources(template, 'AWS::CloudWatch::Dashboard').map(
      ([, { Properties }]) => Properties,
    );
    const text = JSON.stringify(dashboard);
    const ids = resources(template, 'AWS::CloudWatch::Alarm').map(
      ([id, { Properties }]) => [id, String(Properties.AlarmName)] as const,
    );
    expect(ids.filter(([id, name]) => !text.includes(`"${id}"`) && !text.includes(`:alarm:${name}`))).toEqual(
      [],
    );
    for (const metric of Object.keys(METRICS)) expect(text).toContain(`\\"${metric}\\"`);
  });

  it('on the table counts every operation that the code asks of it', () => {
    const asked = metricsOf(alarms.get('TenantsAreSlowedDown')!).map(
      ({ Dimensions }) => Dimensions?.find(({ Value }) => typeof Value === 'string')?.Value,
    );
    expect(TABLE_OPERATIONS.length).toBeGreaterThan(5);
    expect(asked.toSorted()).toEqual(TABLE_OPERATIONS.toSorted());
  });

  it('that computes does so with ten metrics at most, as CloudWatch allows', () => {
    for (const [id, alarm] of alarms) expect(metricsOf(alarm).length, id).toBeLessThanOrEqual(10);
  });

  it('exists for every metric that the code measures, or there is a reason why it has no alarm', () => {
    const waking = ['RequestsCrashed', ...MEASURED_LOSSES.map(({ metric }) => metric)];
    expect([...new Set(waking), ...Object.keys(WAKING_NOBODY)].toSorted()).toEqual(
      Object.keys(METRICS).toSorted(),
    );
    const written = ['lib', 'functions']
      .flatMap((room) => sourcesIn(join(import.meta.dirname, '../..', room)))
      .join('\n');
    for (const metric of Object.keys(METRICS)) expect(written, metric).toContain(`'${metric}'`);
  });
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('metrics.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

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
