import type { Loss } from '../../../infra/watch/alarm-catalogue.ts';
import { runbookPage } from '../../../infra/watch/alarm.ts';
import { part, ref, tags } from './parts.ts';
import type { Part, Place } from './parts.ts';

/** One metric: whose it is, by name and value of each dimension. */
export interface Metric {
  readonly of: string;
  readonly name: string;
  readonly by: readonly (readonly [name: string, value: unknown])[];
}

/** How an alarm judges: by default sums of five minutes, where nothing measured is nothing wrong. */
export interface Judgement {
  readonly threshold: number;
  readonly minutes?: number;
  readonly statistic?: 'Sum' | 'Maximum' | 'Minimum';
  readonly periods?: number;
  /** It goes off where this little happens, or nothing at all. */
  readonly absent?: boolean;
  /** It goes off for those who look, and pages nobody. */
  readonly tellsNobody?: boolean;
}

/** What an alarm computes of several metrics, by the names that it has for them. */
export interface Computed {
  readonly expression: string;
  readonly label: string;
  readonly from: Readonly<Record<string, Metric>>;
}

/** One alarm, which tells whoever can mend it: us, or whoever speaks with the one tenant. */
export function alarm(loss: Loss, looksAt: Metric | Computed, judgement: Judgement, place: Place): Part {
  const { settings, state } = place;
  const { threshold, periods = 1, absent = false, tellsNobody = false } = judgement;
  return part('CloudWatch::Alarm', {
    ...(tellsNobody && { ActionsEnabled: false }),
    AlarmActions: [ref(state(loss.ofOneTenant ? 'TenantAlarmsTopic' : 'AlarmsTopic'))],
    AlarmDescription: `${loss.loss} What to do: ${runbookPage(loss.page ?? loss.id)}`,
    AlarmName: `Billing-${settings.stage}-${loss.id}`,
    ComparisonOperator: absent ? 'LessThanOrEqualToThreshold' : 'GreaterThanOrEqualToThreshold',
    EvaluationPeriods: periods,
    Threshold: threshold,
    TreatMissingData: absent ? 'breaching' : 'notBreaching',
    ...tags(settings),
    ...('expression' in looksAt ? computed(looksAt, judgement) : single(looksAt, judgement)),
  });
}

function single(metric: Metric, { minutes = 5, statistic = 'Sum' }: Judgement): Record<string, unknown> {
  return { ...named(metric), Period: 60 * minutes, Statistic: statistic };
}

function computed({ expression, label, from }: Computed, { minutes = 5, statistic = 'Sum' }: Judgement) {
  const metrics = Object.entries(from).map(([Id, metric]) => ({
    Id,
    MetricStat: { Metric: named(metric), Period: 60 * minutes, Stat: statistic },
    ReturnData: false,
  }));
  return {
    Metrics: [{ Expression: expression, Id: 'expr_1', Label: label, ReturnData: true }, ...metrics],
  };
}

function named({ of, name, by }: Metric) {
  const dimensions = by.map(([Name, Value]) => ({ Name, Value }));
  return {
    ...(dimensions.length > 0 && { Dimensions: dimensions }),
    MetricName: name,
    Namespace: of,
  };
}
