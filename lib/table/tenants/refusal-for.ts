import { isTransient, Refusal } from '../../refusal.ts';
import { Conflict } from '../table.ts';

/** The refusal for anything thrown, as an answer or a failed message. An unhandled Conflict means a concurrent request. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Conflict) return new Refusal('concurrent_change', {}, error);
  if (isTransient(error)) return new Refusal('temporarily_unavailable', { retryAfterSeconds: 1 }, error);
  return new Refusal('internal_error', {}, error);
}
