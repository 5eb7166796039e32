import {
  API_THROTTLES,
  BACKLOG,
  CERTIFICATE_EXPIRES,
  DEAD_LETTERS,
  FIREWALL_BLOCKS,
  FIREWALL_CERTIFICATE_EXPIRES,
  ROUNDS_ABSENT,
} from '../../../infra/watch/alarm-catalogue.ts';
import { MEASURED_LOSSES } from '../../../infra/watch/measured-losses.ts';
import { FULL_STAGE, resources } from '../synthesised.ts';
import type { Template } from '../synthesised.ts';

type Properties = Readonly<Record<string, unknown>>;

/** How an alarm judges what it measures. */
interface Judgement {
  readonly comparison: string;
  readonly missing: string;
  readonly periods: number;
  readonly seconds: number;
  readonly statistic: string;
  readonly threshold?: number;
}

const USUAL: Judgement = {
  comparison: 'GreaterThanOrEqualToThreshold',
  missing: 'notBreaching',
  periods: 1,
  seconds: 300,
  statistic: 'Sum',
};
/** What is absent is known by nothing being there. */
const ABSENT = { comparison: 'LessThanOrEqualToThreshold', missing: 'breaching', threshold: 0 };

/** Those that judge otherwise than all others. */
const OTHERS: ReadonlyMap<string, Partial<Judgement>> = new Map<string, Partial<Judgement>>([
  [ROUNDS_ABSENT.schedule.id, ABSENT],
  ...[CERTIFICATE_EXPIRES, FIREWALL_CERTIFICATE_EXPIRES].map(
    ({ id }) => [id, { ...ABSENT, threshold: 20, seconds: 24 * 3_600, statistic: 'Minimum' }] as const,
  ),
  [FIREWALL_BLOCKS.id, { threshold: 100 }],
  [API_THROTTLES.id, { threshold: 100 }],
  [ROUNDS_ABSENT.nightly.id, { ...ABSENT, periods: 5, seconds: 6 * 3_600 }],
  ...Object.values(DEAD_LETTERS).map(({ id }) => [id, { statistic: 'Maximum', threshold: 1 }] as const),
  ...Object.values(BACKLOG).map(
    ({ id, minutes }) => [id, { statistic: 'Maximum', threshold: 60 * minutes }] as const,
  ),
  ...MEASURED_LOSSES.map(
    ({ id, minutes = 5, reaches, largest }) =>
      [id, { seconds: 60 * minutes, threshold: reaches, statistic: largest ? 'Maximum' : 'Sum' }] as const,
  ),
]);

/** Alarms that evaluate their metric otherwise than they should. */
export function wrongEvaluations(template: Template): string[] {
  return resources(template, 'AWS::CloudWatch::Alarm').flatMap(([, { Properties }]) => {
    const id = String(Properties.AlarmName).replace(`Billing-${FULL_STAGE.stage}-`, '');
    const wanted = { ...USUAL, ...OTHERS.get(id) };
    return judgesAs(Properties, wanted) ? [] : [`${id} judges otherwise`];
  });
}

function judgesAs(alarm: Properties, wanted: Judgement): boolean {
  return (
    alarm.ComparisonOperator === wanted.comparison &&
    alarm.TreatMissingData === wanted.missing &&
    alarm.EvaluationPeriods === wanted.periods &&
    alarm.DatapointsToAlarm === undefined &&
    (wanted.threshold === undefined || alarm.Threshold === wanted.threshold) &&
    measuresOf(alarm).every(({ Period, Stat }) => Period === wanted.seconds && Stat === wanted.statistic) &&
    judgesTheExpression(alarm)
  );
}

interface Part {
  readonly Expression?: string;
  readonly MetricStat?: { readonly Period: unknown; readonly Stat: unknown };
  readonly ReturnData?: boolean;
}

function measuresOf({ Metrics, Period, Statistic }: Properties): { Period: unknown; Stat: unknown }[] {
  if (Metrics === undefined) return [{ Period, Stat: Statistic }];
  return (Metrics as Part[]).flatMap(({ MetricStat }) => MetricStat ?? []);
}

/** Of several parts the one that computes with the others is judged, and nothing else. */
function judgesTheExpression({ Metrics = [] }: Properties): boolean {
  return (Metrics as Part[]).every(
    ({ Expression, ReturnData }) => (ReturnData !== false) === (Expression !== undefined),
  );
}
