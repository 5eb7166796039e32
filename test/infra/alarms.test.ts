import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failing, isUrgent } from '../../infra/watch/alarm-catalogue.ts';
import { MEASURED_LOSSES } from '../../infra/watch/measured-losses.ts';
import { WAKING_NOBODY } from '../../infra/watch/waking-nobody.ts';
import { METRICS } from '../../lib/runtime/metrics.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import { DUE_INDEX, DUE_KINDS } from '../../lib/table/work/due.ts';
import { LIST_INDEXES } from '../../lib/table/list-indexes.ts';
import { alarms, template } from './alarms.ts';
import { lambdaOf, ROWS } from './roles.ts';
import { FULL_STAGE } from './synthesised.ts';

describe('alarms', () => {
  it('go off at the first dead letter of each queue, and where a queue is not consumed', () => {
    const dimension = (prefix: string, metric: string) =>
      [...alarms.values()].filter(({ MetricName, Dimensions }) => {
        const [{ Value } = { Value: {} }] = (Dimensions ?? []) as { Value: object }[];
        return MetricName === metric && JSON.stringify(Value).includes(prefix);
      });
    for (const name of QUEUE_NAMES) {
      const id = `Queues${name.replaceAll('-', '')}`;
      const [dead] = dimension(`${id}DeadLetters`, 'ApproximateNumberOfMessagesVisible');
      expect(dead, name).toMatchObject({ Threshold: 1, EvaluationPeriods: 1, Statistic: 'Maximum' });
      const [late] = dimension(`${id}Queue`, 'ApproximateAgeOfOldestMessage');
      expect(late?.Threshold, name).toBeGreaterThanOrEqual(300);
    }
  });

  it('watch every function: at one failure where it is urgent, at a failure rate elsewhere', () => {
    for (const { name } of ROWS) {
      const alarm = alarms.get(failing(name).id);
      const { Metrics, Threshold, TreatMissingData } = alarm as {
        Metrics: object[];
        Threshold: number;
        TreatMissingData: string;
      };
      const text = JSON.stringify(Metrics);
      const lambda = lambdaOf(template, name).id;
      for (const metric of ['Errors', 'Throttles', 'RequestsCrashed'])
        expect(text, name).toContain(`"${metric}"`);
      for (const term of ['FILL(errors, 0)', 'FILL(throttles, 0)', 'FILL(crashed, 0)'])
        expect(text, name).toContain(term);
      expect(text.split(`"${lambda}"`).length - 1, name).toBe(isUrgent(name) ? 2 : 3);
      expect(Threshold, name).toBe(isUrgent(name) ? 1 : 5);
      expect(TreatMissingData, name).toBe('notBreaching');
    }
  });

  it('go off at the first case that needs manual action', () => {
    for (const { id, metric, of, except, reaches, minutes = 5, largest } of MEASURED_LOSSES) {
      if (except) continue;
      expect(alarms.get(id), id).toMatchObject({
        ...(of !== undefined && { Dimensions: [{ Name: METRICS[metric].by, Value: of }] }),
        Period: 60 * minutes,
        Namespace: `Billing/${FULL_STAGE.stage}`,
        MetricName: metric,
        Threshold: reaches,
        Statistic: largest ? 'Maximum' : 'Sum',
      });
    }
  });

  it('leave out of what they count only what another alarm counts', () => {
    const left = MEASURED_LOSSES.flatMap(({ id, metric, except = [] }) =>
      except.map((value) => ({ id, metric, value })),
    );
    expect(left.length).toBeGreaterThan(0);
    for (const { id, metric, value } of left) {
      expect(
        MEASURED_LOSSES.some((other) => other.metric === metric && other.of === value),
        `${metric} ${value}`,
      ).toBe(true);
      const { Metrics } = alarms.get(id) as {
        Metrics: { Id: string; Expression?: string; MetricStat?: { Metric: { Dimensions?: object[] } } }[];
      };
      expect(Metrics.map(({ Expression }) => Expression).join('')).toMatch(
        new RegExp(`^FILL\\(all, 0\\).* - FILL\\(${value}, 0\\)`),
      );
      const { MetricStat } = Metrics.find(({ Id }) => Id === value)!;
      expect(MetricStat?.Metric.Dimensions).toEqual([{ Name: METRICS[metric].by, Value: value }]);
      expect(Metrics.find(({ Id }) => Id === 'all')?.MetricStat?.Metric.Dimensions).toBeUndefined();
    }
  });

  it('report each kind of due item separately, since one that is late for days would hide the others', () => {
    const of = MEASURED_LOSSES.filter(({ metric }) => metric === 'OldestDueAge').map((each) => each.of);
    expect(of).toEqual(DUE_KINDS);
  });

  it.each([
    ['Read', 'TenantsAreSlowedDown'],
    ['Write', 'ChangesAreSlowedDown'],
  ])('count throttled %ss of the table and its indexes, from ten metrics at most', (what, id) => {
    const { Metrics } = alarms.get(id) as {
      Metrics: { Id: string; Expression?: string; MetricStat?: { Metric: { MetricName: string } } }[];
    };
    const asked = Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);
    expect(asked).toEqual(
      ['table', DUE_INDEX, ...Object.keys(LIST_INDEXES)].map(() => `${what}ThrottleEvents`),
    );
    expect(asked.length).toBeLessThanOrEqual(10);
    const [expression] = Metrics.flatMap(({ Expression }) => Expression ?? []);
    for (const { Id, MetricStat } of Metrics) if (MetricStat) expect(expression).toContain(`FILL(${Id}, 0)`);
  });

  it('exist for every metric that the code measures, or there is a reason why it has no alarm', () => {
    const waking = MEASURED_LOSSES.map(({ metric }) => metric);
    expect([...new Set(waking), ...Object.keys(WAKING_NOBODY)].toSorted()).toEqual(
      Object.keys(METRICS).toSorted(),
    );
    const written = ['lib', 'functions'].flatMap((room) =>
      sourcesIn(join(import.meta.dirname, '../..', room)),
    );
    for (const metric of Object.keys(METRICS))
      expect(
        written.some((source) => source.includes(`measure('${metric}'`)),
        metric,
      ).toBe(true);
  });
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('metrics.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}
