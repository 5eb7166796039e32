import { isTransient, Refusal } from '../refusal.ts';
import { Conflict } from './table.ts';

/** What anything thrown is as an answer, or as a failed message. A conflict that nobody named came of another request. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Conflict) return new Refusal('concurrent_change', {}, error);
  if (isTransient(error)) return new Refusal('temporarily_unavailable', { retryAfterSeconds: 1 }, error);
  return new Refusal('internal_error', {}, error);
}
