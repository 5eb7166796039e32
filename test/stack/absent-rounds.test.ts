import { describe, expect, it } from 'vitest';
import { ROUNDS_ABSENT } from '../../infra/watch/alarm-catalogue.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { lambdaOf } from './roles.ts';
import { FULL_STAGE, resources, synthesised } from './synthesised.ts';

const { template } = synthesised();

interface Alarm {
  readonly AlarmName: string;
  readonly EvaluationPeriods: number;
  readonly Metrics: readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly MetricStat?: { readonly Metric: { readonly Dimensions: unknown }; readonly Period: number };
  }[];
}

/** The alarm about rounds of this kind. */
function alarmOf(round: keyof typeof ROUNDS_ABSENT): Alarm {
  const name = `Billing-${FULL_STAGE.stage}-${ROUNDS_ABSENT[round].id}`;
  const found = resources(template, 'AWS::CloudWatch::Alarm').find(
    ([, { Properties }]) => Properties.AlarmName === name,
  );
  return found![1].Properties as unknown as Alarm;
}

/** The function that runs by this clock. */
const functionOf = (round: keyof typeof ROUNDS_ABSENT) =>
  lambdaOf(template, BACKGROUND.find(({ triggeredBy }) => triggeredBy === round)!.name).id;

const HOUR = 60;

/** Whether the night's alarm stands so many minutes after a deployment: rounds by the minutes at which they ran. */
function standsAt(
  minute: number,
  rounds: { nights: readonly number[]; minutes: (at: number) => boolean },
): boolean {
  const { EvaluationPeriods, Metrics } = alarmOf('nightly');
  const { Expression = '' } = Metrics.find(({ Expression: text }) => text !== undefined) ?? {};
  const [, least] = /^IF\(FILL\(minutes, 0\) >= (\d+), FILL\(nights, 0\), 1\)$/.exec(Expression) ?? [];
  const { Period = 0 } = Metrics.find(({ MetricStat }) => MetricStat)?.MetricStat ?? {};
  const length = Period / 60;
  return Array.from({ length: EvaluationPeriods }, (_, back) => minute - (back + 1) * length).every(
    (from) => {
      const all = Array.from({ length }, (_, i) => from + i);
      const minutes = all.filter((at) => at > 0 && rounds.minutes(at)).length;
      const nights = rounds.nights.filter((at) => at >= from && at < from + length).length;
      return (minutes >= Number(least) ? nights : 1) <= 0;
    },
  );
}

/** Whether it stands at some time of the first ten days. */
function everStands(rounds: Parameters<typeof standsAt>[1]): boolean {
  return Array.from({ length: 10 * 24 * 12 }, (_, i) => 5 * i).some((minute) => standsAt(minute, rounds));
}

const everyDay = Array.from({ length: 10 }, (_, day) => (day + 1) * 24 * HOUR);

describe('alarms about scheduled runs', () => {
  it('go off if the run of a minute is missing', () => {
    const Dimensions = [{ Name: 'FunctionName', Value: { Ref: functionOf('schedule') } }];
    expect(alarmOf('schedule')).toMatchObject({
      // Filled, since CloudWatch would otherwise judge the last real value for several periods more.
      Metrics: [
        { Expression: 'FILL(minutes, 0)' },
        { Id: 'minutes', MetricStat: { Metric: { MetricName: 'Invocations', Dimensions }, Period: 300 } },
      ],
      EvaluationPeriods: 1,
      Threshold: 0,
      ComparisonOperator: 'LessThanOrEqualToThreshold',
      TreatMissingData: 'breaching',
    });
  });

  it("count nightly runs separately from the minutes' runs", () => {
    expect(alarmOf('nightly')).toMatchObject({
      Threshold: 0,
      ComparisonOperator: 'LessThanOrEqualToThreshold',
      TreatMissingData: 'breaching',
    });
    const measured = alarmOf('nightly').Metrics.flatMap(({ Id, MetricStat }) =>
      MetricStat ? [[Id, MetricStat.Metric.Dimensions]] : [],
    );
    expect(Object.fromEntries(measured)).toEqual({
      minutes: [{ Name: 'FunctionName', Value: { Ref: functionOf('schedule') } }],
      nights: [{ Name: 'FunctionName', Value: { Ref: functionOf('nightly') } }],
    });
  });

  it('are quiet after a first deployment, whose first nightly run may be a day away', () => {
    expect(everStands({ nights: everyDay, minutes: () => true })).toBe(false);
  });

  it('are quiet while single minutes are missing', () => {
    expect(everStands({ nights: everyDay, minutes: (at) => at % 60 !== 0 })).toBe(false);
  });

  it('go off within 30 hours of the last nightly run, and if none ever runs', () => {
    const last = everyDay[2]!;
    const broken = { nights: everyDay.slice(0, 3), minutes: () => true };
    expect(standsAt(last + 23 * HOUR, broken)).toBe(false);
    expect(standsAt(last + 30 * HOUR + 1, broken)).toBe(true);
    expect(standsAt(30 * HOUR, { nights: [], minutes: () => true })).toBe(true);
  });

  it('leave it to the alarm about minutes if neither runs', () => {
    expect(everStands({ nights: [], minutes: () => false })).toBe(false);
  });
});
