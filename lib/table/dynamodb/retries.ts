import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { received } from './attributes.ts';
import { Busy, Conflict, Rejected } from '../table.ts';

/** What retries need from outside. */
export interface Waiting {
  wait(ms: number): Promise<void>;
  /** Uniform between 0 and 1. */
  jitter(): number;
}

/** A transaction takes about 20 ms: four doubling waits outlast a handful of writers in a row. */
const RETRIES = 4;
const FIRST_WAIT_MS = 25;

/** Retryable cancellation reasons: none of them depends on the items. */
const TRANSIENT_REASONS = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

/** Calls `attempt`, with up to four retries on contention or throttling; then throws Busy. */
export async function withRetries<T>(outside: Waiting, attempt: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (retry === RETRIES) throw new Busy(error);
      await outside.wait(FIRST_WAIT_MS * 2 ** retry * outside.jitter());
    }
  }
}

/** Signals `withRetries` that DynamoDB answered only partly. */
export class Unprocessed extends Error {
  override readonly name = 'Unprocessed';

  constructor(count: number) {
    super(`the table left ${count} keys of a batch unanswered`);
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof Unprocessed) return true;
  if (!(error instanceof TransactionCanceledException))
    return error instanceof Error && error.name === 'TransactionConflictException';
  const reasons = (error.CancellationReasons ?? [])
    .map(({ Code = 'None' }) => Code)
    .filter((code) => code !== 'None');
  return reasons.length > 0 && reasons.every((code) => TRANSIENT_REASONS.includes(code));
}

/** The Conflict or the rejection that an error means for that many changes; otherwise the error itself. */
export function conflictFrom(error: unknown, changes: number): unknown {
  if (error instanceof ConditionalCheckFailedException)
    return new Conflict([0], [error.Item && received(error.Item)]);
  if (error instanceof Error && error.name === 'ValidationException') return new Rejected(error);
  if (!(error instanceof TransactionCanceledException)) return error;
  const reasons = error.CancellationReasons ?? [];
  const failed = reasons.flatMap(({ Code }, index) => (Code === 'ConditionalCheckFailed' ? [index] : []));
  if (failed.length === 0)
    return reasons.some(({ Code }) => Code === 'ValidationError') ? new Rejected(error) : error;
  const found = Array.from({ length: changes }, (_, index) => {
    const item = reasons[index]?.Item;
    return item && received(item);
  });
  return new Conflict(failed, found);
}
