import { Duration } from 'aws-cdk-lib';
import {
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarm, IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { BEFORE_FIRST_ROUND } from '../deploy/updates.ts';
import { metricsNamespace } from '../functions/handler.ts';
import type { Handler } from '../functions/handler.ts';
import type { StageSettings } from '../settings.ts';
import type { StateStack } from '../state/state-stack.ts';
import { FUNCTIONS_FAIL, RELEASE_BREAKS, ROUNDS_ABSENT, WORK_CRASHES } from './alarm-catalogue.ts';
import { requestsCounted } from './access-log.ts';
import { alarmName, description, PERIOD, Pager } from './alarm.ts';

const SUM = { statistic: Stats.SUM, period: PERIOD };

/**
 * The nightly run counts as missed after 30 hours without one in which the minutely runs took place: the first night is
 * a day after the first deployment. A few of a quarter's 360 minutes may be missing.
 */
const NIGHT = { quarter: Duration.hours(6), quarters: 5, minutesOfQuarter: 350 } as const;

/** Functions behind a queue or a clock, by what triggers them. */
type Background = Readonly<Record<keyof typeof ROUNDS_ABSENT, Handler>> & Readonly<Record<string, Handler>>;

/**
 * The alarms on failing code, for all functions of a stage: one on crashes, one on what ends without an answer, one on
 * each round that does not run, and the one over the first two that a release watches. They are beside the functions
 * whose names AWS generates.
 */
export class FunctionAlarms {
  private readonly pager: Pager;
  private readonly settings: StageSettings;

  constructor(scope: Construct, id: string, settings: StageSettings, state: StateStack, of: Background) {
    this.settings = settings;
    this.pager = new Pager(scope, id, settings, state);
    const failing = [
      this.pager.raise(WORK_CRASHES, { when: this.crashes(), reaches: 1 }),
      this.pager.raise(FUNCTIONS_FAIL, { when: failures(settings, of), reaches: 1 }),
    ];
    if (settings.canary) this.watchReleases(failing);
    if (scope.node.tryGetContext(BEFORE_FIRST_ROUND) !== 'true') this.watchRounds(of);
  }

  /** It has no action: whoever is to be told is told by the two. */
  private watchReleases(failing: readonly Alarm[]): void {
    new CompositeAlarm(this.pager, RELEASE_BREAKS.id, {
      compositeAlarmName: alarmName(this.settings.stage, RELEASE_BREAKS),
      alarmDescription: description(RELEASE_BREAKS),
      alarmRule: AlarmRule.anyOf(...failing.map((alarm) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM))),
    });
  }

  /** The alarms for scheduled functions that do not run. */
  private watchRounds({ schedule, nightly }: Background): void {
    const absent = {
      reaches: 0,
      comparisonOperator: ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    };
    this.pager.raise(ROUNDS_ABSENT.schedule, { ...absent, when: minutes(schedule) });
    this.pager.raise(ROUNDS_ABSENT.nightly, {
      ...absent,
      when: nightsWhileMinutesPass(schedule, nightly),
      evaluationPeriods: NIGHT.quarters,
    });
  }

  /** Answers 500, and messages and rounds that failed by our own fault, of every function. */
  private crashes(): Metric {
    return new Metric({
      namespace: metricsNamespace(this.settings),
      metricName: 'RequestsCrashed',
      ...SUM,
    });
  }
}

/** The alarm that takes a release of any stack back; by name, because it is in the stack of background functions. */
export function alarmOfReleases(scope: Construct, { stage }: StageSettings): IAlarm {
  return CompositeAlarm.fromCompositeAlarmName(scope, RELEASE_BREAKS.id, alarmName(stage, RELEASE_BREAKS));
}

/** Requests that were answered 500, and ends of the functions behind the queues and the clocks without a result. */
function failures(settings: StageSettings, of: Background): MathExpression {
  const ends = Object.entries(of).map(([trigger, { function: lambda }]): [string, Metric] => [
    trigger.replaceAll('-', ''),
    lambda.metricErrors(SUM),
  ]);
  const usingMetrics = {
    requests: requestsCounted('RequestsFailed', settings, { period: PERIOD }),
    ...Object.fromEntries(ends),
  };
  return new MathExpression({
    expression: Object.keys(usingMetrics)
      .map((name) => `FILL(${name}, 0)`)
      .join(' + '),
    label: 'ends without a result',
    usingMetrics,
    period: PERIOD,
  });
}

/**
 * Minutely runs in five minutes, with missing values filled: otherwise an alarm on a metric that stops would be judged
 * by its last values for several periods.
 */
function minutes(schedule: Handler): MathExpression {
  return new MathExpression({
    expression: 'FILL(minutes, 0)',
    label: "minutes' rounds in five minutes",
    usingMetrics: { minutes: schedule.function.metricInvocations(SUM) },
    period: PERIOD,
  });
}

/** Nightly runs in a quarter of a day; 1 if the minutely runs are missing too, which have their own alarm. */
function nightsWhileMinutesPass(schedule: Handler, nightly: Handler): MathExpression {
  const quarter = { ...SUM, period: NIGHT.quarter };
  return new MathExpression({
    expression: `IF(FILL(minutes, 0) >= ${NIGHT.minutesOfQuarter}, FILL(nights, 0), 1)`,
    label: "nights' rounds in a quarter of a day",
    usingMetrics: {
      minutes: schedule.function.metricInvocations(quarter),
      nights: nightly.function.metricInvocations(quarter),
    },
    period: NIGHT.quarter,
  });
}
