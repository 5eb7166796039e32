import type { Answer } from './exchange.ts';
import { read } from './json.ts';

/** An error that a service answered with, under the service's own name for it. */
export class AwsError extends Error {
  readonly $fault: 'client' | 'server';
  readonly $metadata: { readonly httpStatusCode: number };

  constructor(name: string, status: number, said: Readonly<Record<string, unknown>>) {
    super(textOf(said.message) ?? textOf(said.Message) ?? name);
    this.name = name;
    this.$fault = status < 500 ? 'client' : 'server';
    this.$metadata = { httpStatusCode: status };
  }
}

/** What a service says of a call that it did not carry out; an answer that is not JSON is one, too. */
export function failedBy(
  { status, type, body }: Answer,
  errors: Readonly<Record<string, typeof AwsError>>,
): AwsError {
  const said = saidIn(body);
  const whole = type ?? textOf(said.__type) ?? textOf(said.code) ?? `Unknown${status}`;
  const name = whole.split(/[,:]/)[0]?.split('#').at(-1) ?? '';
  return new (errors[name] ?? AwsError)(name, status, said);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function saidIn(body: string): Record<string, unknown> {
  try {
    return read(body);
  } catch {
    return {};
  }
}

/** Errors of a service that is asked too much. */
const THROTTLED: ReadonlySet<string> = new Set([
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'Throttling',
  'ThrottledException',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
]);
/** Errors that say nothing of the call. */
const PASSING: ReadonlySet<string> = new Set(['TimeoutError', 'RequestTimeout', 'RequestTimeoutException']);
const PASSING_STATUSES: ReadonlySet<number> = new Set([500, 502, 503, 504]);
/** Errors of a connection. */
const PASSING_CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);

const statusOf = (error: Error) => (error instanceof AwsError ? error.$metadata.httpStatusCode : 0);

/** Whether a service said that it is asked too much. */
export const isThrottled = (error: unknown): boolean =>
  error instanceof Error && (statusOf(error) === 429 || THROTTLED.has(error.name));

/** Whether another attempt may succeed, as the SDK's standard mode has it. */
export const isWorthRepeating = (error: unknown): boolean =>
  isThrottled(error) ||
  (error instanceof Error &&
    (PASSING.has(error.name) ||
      PASSING_STATUSES.has(statusOf(error)) ||
      ('code' in error && PASSING_CODES.has(error.code))));

/** An error that is told by its name. */
export const named = (name: string, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name });
