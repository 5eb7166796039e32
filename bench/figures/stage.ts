import { DUE_SHARDS } from '../../lib/limits.ts';
import { DUE_KINDS } from '../../lib/table/work/due.ts';
import { PRICES } from '../scale/load.ts';

/** A stack's template, as far as it is counted. */
export interface Counted {
  readonly Resources: Readonly<
    Record<
      string,
      { readonly Type: string; readonly Properties?: Readonly<Record<string, unknown>> | undefined }
    >
  >;
}

/** What a stage consists of, by its templates. */
export interface Figures {
  readonly alarms: number;
  /** Metrics that alarms evaluate, each of which AWS bills. */
  readonly alarmMetrics: number;
  readonly compositeAlarms: number;
  readonly dashboardMetrics: number;
  readonly functions: number;
  readonly roles: number;
  readonly reservedExecutions: number;
  readonly largestStack: { readonly name: string; readonly resources: number };
  /** US dollars a month of a stage that nobody uses, by what they are paid for. */
  readonly idle: Readonly<Record<string, number>>;
}

const MINUTES_PER_MONTH = 30 * 24 * 60;
const MILLION = 1_000_000;

/** List prices in eu-central-1, US dollars a month each, but for traces, which are for a million. */
const STANDING = { alarmMetric: 0.1, compositeAlarm: 0.5, key: 1, dashboard: 3, traces: 5 } as const;
/** A dashboard of so many metrics costs nothing, as long as the account has three or fewer. */
const DASHBOARD_FREE = 50;
/** Lambda asks each queue with five pollers, each of which waits twenty seconds for a message. */
const POLLS_PER_MINUTE = 15;
/** How long the round that finds nothing due runs, and how much it logs: assumed. */
const ROUND = { seconds: 0.3, gigabytes: 1, readUnits: 0.5 } as const;

/** Counts what a stage's templates have, by the name of each stack. */
export function figuresOf(stacks: ReadonlyMap<string, Counted>): Figures {
  const all = [...stacks.values()].flatMap(({ Resources }) => Object.values(Resources));
  const of = (type: string) =>
    all.filter(({ Type }) => Type === `AWS::${type}`).map(({ Properties = {} }) => Properties);
  const [[name, resources] = ['', 0]] = [...stacks]
    .map(([stack, { Resources }]): [string, number] => [stack, Object.keys(Resources).length])
    .toSorted(([, one], [, other]) => other - one);
  const counted = {
    alarms: of('CloudWatch::Alarm').length,
    alarmMetrics: of('CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    compositeAlarms: of('CloudWatch::CompositeAlarm').length,
    dashboardMetrics: of('CloudWatch::Dashboard').reduce(
      (sum, { DashboardBody }) => sum + shownIn(DashboardBody),
      0,
    ),
    functions: of('Lambda::Function').length,
    roles: of('IAM::Role').length,
    reservedExecutions: of('Lambda::Function').reduce(
      (sum, { ReservedConcurrentExecutions: reserved = 0 }) => sum + Number(reserved),
      0,
    ),
    largestStack: { name, resources },
  };
  const rounds = of('Events::Rule').filter(
    ({ ScheduleExpression }) => ScheduleExpression === 'rate(1 minute)',
  ).length;
  const queues = of('Lambda::EventSourceMapping').length;
  return { ...counted, idle: idleCost(counted, { rounds, queues, keys: of('KMS::Key').length }) };
}

function idleCost(
  { alarmMetrics, compositeAlarms, dashboardMetrics }: Omit<Figures, 'idle'>,
  { rounds, queues, keys }: { readonly rounds: number; readonly queues: number; readonly keys: number },
): Readonly<Record<string, number>> {
  const runs = (rounds * MINUTES_PER_MONTH) / MILLION;
  const reads = DUE_KINDS.length * DUE_SHARDS * ROUND.readUnits;
  return {
    alarms: alarmMetrics * STANDING.alarmMetric + compositeAlarms * STANDING.compositeAlarm,
    dashboard: dashboardMetrics > DASHBOARD_FREE ? STANDING.dashboard : 0,
    key: keys * STANDING.key,
    'asking the queues': ((queues * POLLS_PER_MINUTE * MINUTES_PER_MONTH) / MILLION) * PRICES.queue,
    'the round of each minute':
      runs * (PRICES.call + reads * PRICES.read + STANDING.traces) +
      runs * MILLION * ROUND.seconds * ROUND.gigabytes * PRICES.second,
  };
}

/** The sum of what a stage costs that nobody uses, US dollars a month. */
export function idleDollars({ idle }: Figures): number {
  return Object.values(idle).reduce((sum, each) => sum + each, 0);
}

function metricsOf({ Metrics }: Readonly<Record<string, unknown>>): number {
  if (Metrics === undefined) return 1;
  return (Metrics as { readonly MetricStat?: object }[]).filter(({ MetricStat }) => MetricStat).length;
}

/** The metrics of a dashboard's body, whose text is put together from parts. */
function shownIn(body: unknown): number {
  const text = JSON.stringify(body).replaceAll('\\"', '"');
  return [...text.matchAll(/\["(?:AWS\/|Billing\/)/g)].length;
}
