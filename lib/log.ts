import type { Log, LogFields } from './app.ts';
import { METRICS, USUAL_NAMESPACE, type MetricName } from './metrics.ts';

/** The only fields that ever reach a log line. A name missing here is not logged, whatever was passed. */
const FIELDS = [
  'requestId',
  'tenant',
  'route',
  'status',
  'code',
  'tookMs',
  'subscriberId',
  'eventId',
  'eventType',
  'attempt',
  'outcome',
  'providerCode',
  'reference',
  'count',
  'errorName',
  'stack',
] as const satisfies readonly (keyof LogFields)[];

const LEVELS = ['info', 'warn', 'error'] as const;

/** What metrics need besides their values, a time (epoch ms) and a name space; and which lines are left out. */
export interface Measuring {
  readonly now: () => number;
  /** The least that is logged; everything where it is none of the levels. */
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
      const line: Record<string, unknown> = { level, what };
      for (const field of FIELDS) if (given[field] !== undefined) line[field] = given[field];
      print(JSON.stringify(line));
    };
  const measure = (metric: MetricName, value: number, by: string) => {
    if (value !== 0) print(JSON.stringify(metricLine(metric, value, by, measuring)));
  };
  return { info: at('info'), warn: at('warn'), error: at('error'), measure };
}

/**
 * What may be logged of anything thrown: its kind, its code and where it was thrown. Never its message, which may quote
 * what somebody sent.
 */
export function errorFields(thrown: unknown): Pick<LogFields, 'errorName' | 'code' | 'stack'> {
  if (!(thrown instanceof Error)) return { errorName: 'unknown' };
  const frames = thrown.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  return { errorName: thrown.name, code, stack: frames.slice(0, 8).join('\n') };
}

/** CloudWatch's embedded metric format: the log service makes a metric of the line by itself. */
function metricLine(metric: MetricName, value: number, by: string, { now, namespace }: Measuring): object {
  const { unit, by: dimension } = METRICS[metric];
  const Metrics = [{ Name: metric, Unit: unit }];
  const CloudWatchMetrics = [
    { Namespace: namespace || USUAL_NAMESPACE, Dimensions: [[], [dimension]], Metrics },
  ];
  return { level: 'metric', _aws: { Timestamp: now(), CloudWatchMetrics }, [dimension]: by, [metric]: value };
}
