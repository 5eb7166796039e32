import { Duration } from 'aws-cdk-lib';
import {
  ComparisonOperator,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { METRICS } from '../../lib/runtime/metrics.ts';
import { BEFORE_FIRST_ROUND } from '../deploy/updates.ts';
import { metricsNamespace } from '../functions/handler.ts';
import type { Handler } from '../functions/handler.ts';
import type { FunctionName } from '../functions/chapters.ts';
import { failing, isUrgent, ROUNDS_ABSENT } from './alarm-catalogue.ts';
import { PERIOD, Pager } from './alarm.ts';
import type { StageSettings } from '../settings.ts';
import type { StateStack } from '../state/state-stack.ts';
import type { Construct } from 'constructs';

const CRASHED = 'RequestsCrashed';
/** The failures of a period; the metrics are missing, and count as 0, without any. */
const FAILURES = 'FILL(errors, 0) + FILL(throttles, 0) + FILL(crashed, 0)';
const SUM = { statistic: Stats.SUM, period: PERIOD };

/** Thresholds for functions that are not urgent: a count and a percentage of failures. A single failure pages nobody. */
const FAILURES_MIN = 5;
const FAILURES_PERCENT = 5;

/**
 * The nightly run counts as missed after 30 hours without one in which the minutely runs took place: the first night is
 * a day after the first deployment. A few of a quarter's 360 minutes may be missing.
 */
const NIGHT = { quarter: Duration.hours(6), quarters: 5, minutesOfQuarter: 350 } as const;

/** Alarms on functions. They are beside the functions, because releases watch them. */
export class FunctionAlarms {
  private readonly pager: Pager;
  private readonly settings: StageSettings;
  private readonly beforeFirstRound: boolean;

  constructor(scope: Construct, id: string, settings: StageSettings, state: StateStack) {
    this.settings = settings;
    this.beforeFirstRound = scope.node.tryGetContext(BEFORE_FIRST_ROUND) === 'true';
    this.pager = new Pager(scope, id, settings, state);
  }

  /** Creates the alarm for failures of the function's code. */
  watch(name: FunctionName, handler: Handler): Alarm {
    return this.pager.raise(failing(name), {
      when: isUrgent(name) ? this.failures(name, handler) : this.failureRate(name, handler),
      reaches: isUrgent(name) ? 1 : FAILURES_PERCENT,
    });
  }

  /** Creates the alarms for scheduled functions that do not run. */
  watchRounds({ schedule, nightly }: Readonly<Record<keyof typeof ROUNDS_ABSENT, Handler>>): void {
    if (this.beforeFirstRound) return;
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

  /** Crashes, time-outs, throttles, 500 answers and failed messages. */
  private failures(name: FunctionName, handler: Handler): MathExpression {
    return new MathExpression({
      expression: FAILURES,
      label: 'failures',
      usingMetrics: this.failureMetrics(name, handler),
      period: PERIOD,
    });
  }

  private failureRate(name: FunctionName, handler: Handler): MathExpression {
    return new MathExpression({
      expression: `IF(${FAILURES} >= ${FAILURES_MIN}, 100 * (${FAILURES}) / (FILL(calls, 0) + FILL(throttles, 0)), 0)`,
      label: 'failures in a hundred calls',
      usingMetrics: {
        ...this.failureMetrics(name, handler),
        calls: handler.function.metricInvocations(SUM),
      },
      period: PERIOD,
    });
  }

  private failureMetrics(name: FunctionName, { function: lambda }: Handler): Record<string, Metric> {
    return {
      errors: lambda.metricErrors(SUM),
      throttles: lambda.metricThrottles(SUM),
      crashed: new Metric({
        namespace: metricsNamespace(this.settings),
        metricName: CRASHED,
        dimensionsMap: { [METRICS[CRASHED].by]: name },
        ...SUM,
      }),
    };
  }
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
