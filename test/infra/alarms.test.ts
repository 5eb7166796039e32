import { describe, expect, it } from 'vitest';
import { FAILING } from '../../infra/alarm-catalogue.ts';
import { QUEUE_NAMES } from '../../lib/routes.ts';
import { lambdaOf } from './roles.ts';
import { referred, resources, synthesised } from './synthesised.ts';

const { template } = synthesised();
const alarms = resources(template, 'AWS::CloudWatch::Alarm');
const about = (id: string) =>
  alarms.filter(([, { Properties }]) => JSON.stringify(Properties).includes(`"${id}"`));

describe('alarms', () => {
  it('all reach the one topic and say what people lose', () => {
    const [topic] = resources(template, 'AWS::SNS::Topic').map(([id]) => id);
    expect(alarms.length).toBeGreaterThanOrEqual(2 * QUEUE_NAMES.length + Object.keys(FAILING).length + 3);
    for (const [id, { Properties }] of alarms) {
      expect((Properties.AlarmActions as unknown[]).map(referred), id).toEqual([topic]);
      expect(Properties.AlarmDescription, id).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('go off at the first dead letter of each queue', () => {
    const ids = resources(template, 'AWS::SQS::Queue').map(([id]) => id);
    for (const name of QUEUE_NAMES) {
      const dead = ids.find((id) => id.startsWith(`Queues${name.replace('-', '')}DeadLetters`))!;
      const [alarm] = alarms.filter(([, { Properties }]) =>
        JSON.stringify(Properties.Dimensions ?? '').includes(dead),
      );
      expect(alarm?.[1].Properties, name).toMatchObject({ Threshold: 1, EvaluationPeriods: 1 });
    }
  });

  it('go off at the first thing that only a person can settle', () => {
    const filters = resources(template, 'AWS::Logs::MetricFilter').map(([, { Properties }]) => Properties);
    expect(filters).toHaveLength(2);
    for (const { FilterPattern, MetricTransformations } of filters) {
      expect(FilterPattern).toBe('{ $.level = "error" }');
      const [{ MetricName }] = MetricTransformations as [{ MetricName: string }];
      const [alarm] = alarms.filter(([, { Properties }]) => Properties.MetricName === MetricName);
      expect(alarm?.[1].Properties, MetricName).toMatchObject({ Threshold: 1, Statistic: 'Sum' });
    }
  });

  it('watch every function that handles money, and whether the sweep runs at all', () => {
    for (const name of Object.keys(FAILING)) {
      expect(about(lambdaOf(template, name).id), name).toHaveLength(name === 'sweep/start' ? 2 : 1);
    }
    const absent = alarms.find(([, { Properties }]) => Properties.TreatMissingData === 'breaching');
    expect(absent?.[1].Properties).toMatchObject({ MetricName: 'Invocations', Threshold: 0 });
  });
});
