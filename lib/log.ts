import type { Log, LogFields } from './app.ts';

/** The only fields that ever reach a log line. A name missing here is not logged, whatever was passed. */
const FIELDS = [
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
  'errorMessage',
  'stack',
] as const satisfies readonly (keyof LogFields)[];

/** Structured log lines, one JSON object each, with a fixed list of fields. */
export function jsonLog(print: (line: string) => void): Log {
  const at =
    (level: string) =>
    (what: string, given: LogFields = {}) => {
      const line: Record<string, unknown> = { level, what };
      for (const field of FIELDS) if (given[field] !== undefined) line[field] = given[field];
      print(JSON.stringify(line));
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
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
