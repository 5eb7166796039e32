import type { Log, LogFields } from './app.ts';
import { METRICS, USUAL_NAMESPACE, type MetricName } from './metrics.ts';

/** The only fields that reach a log line, in this order; any other is dropped, and one that is missing here does not compile. */
const ALLOWED: Readonly<Record<keyof LogFields, true>> = {
  requestId: true,
  tenant: true,
  route: true,
  status: true,
  verb: true,
  by: true,
  through: true,
  identifier: true,
  asked: true,
  since: true,
  subscriberId: true,
  eventId: true,
  key: true,
  eventType: true,
  attempt: true,
  behind: true,
  reading: true,
  there: true,
  theirs: true,
  theirPlan: true,
  orders: true,
  paidUntil: true,
  step: true,
  code: true,
  providerCode: true,
  outcome: true,
  events: true,
  races: true,
  nextAt: true,
  nextFor: true,
  at: true,
  from: true,
  revision: true,
  reference: true,
  stored: true,
  state: true,
  plan: true,
  nextPlan: true,
  payPlan: true,
  periodEnd: true,
  cancelled: true,
  accessUntil: true,
  undoClosesAt: true,
  failedOrder: true,
  underWay: true,
  lastRequest: true,
  lastRequestAt: true,
  count: true,
  tookMs: true,
  errorName: true,
  stack: true,
};
const FIELDS: readonly (keyof LogFields)[] = Object.keys(ALLOWED) as (keyof LogFields)[];

const LEVELS = ['info', 'warn', 'error'] as const;

/** What metrics need, and which lines are dropped. */
export interface Measuring {
  readonly now: () => number;
  /** The lowest level that is logged; everything if it is not a level. */
  readonly level?: string | undefined;
  readonly namespace?: string;
}

/** Structured log lines, one JSON object each, with a fixed list of fields; metrics in CloudWatch's embedded format. */
export function jsonLog(print: (line: string) => void, measuring: Measuring): Log {
  const least = LEVELS.findIndex((level) => level === measuring.level);
  const at =
    (level: (typeof LEVELS)[number]) =>
    (what: string, given: LogFields = {}) => {
      if (LEVELS.indexOf(level) < least) return;
      print(JSON.stringify({ level, what, ...allowed(given) }));
    };
  const measure = (metric: MetricName, value: number, by: string, given: LogFields = {}) => {
    if (value === 0) return;
    print(JSON.stringify({ ...allowed(given), ...metricLine(metric, value, by, measuring) }));
  };
  return { info: at('info'), warn: at('warn'), error: at('error'), measure };
}

function allowed(given: LogFields): LogFields {
  return Object.fromEntries(
    FIELDS.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])),
  );
}

/** What may be logged of an error: name, code and frames. Never its message, which may quote somebody's input. */
export function errorFields(thrown: unknown): Pick<LogFields, 'errorName' | 'code' | 'stack'> {
  if (!(thrown instanceof Error)) return { errorName: 'unknown' };
  if (thrown.name === 'CannotOpen') return errorFields(thrown.cause);
  const frames = thrown.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  return { errorName: thrown.name, code, stack: frames.slice(0, 8).join('\n') };
}

/** A line in CloudWatch's embedded metric format, from which CloudWatch Logs derives a metric. */
function metricLine(metric: MetricName, value: number, by: string, { now, namespace }: Measuring): object {
  const { unit, by: field } = METRICS[metric];
  const Metrics = [{ Name: metric, Unit: unit }];
  const CloudWatchMetrics = [{ Namespace: namespace || USUAL_NAMESPACE, Dimensions: [[]], Metrics }];
  return { level: 'metric', _aws: { Timestamp: now(), CloudWatchMetrics }, [field]: by, [metric]: value };
}
