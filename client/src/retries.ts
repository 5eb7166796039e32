const FIRST_PAUSE_MS = 250;
/** A longer wait than this is handed to the caller as the refusal, not waited out. */
export const LONGEST_PAUSE_MS = 60_000;

/** Answers after which a read is asked again. */
const READ_AGAIN: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
/** Answers after which a write was not carried out; its key makes sure that it is carried out once. */
const WRITE_AGAIN: ReadonlySet<number> = new Set([429, 503]);
/** The same write, with the same key, is still running. */
const STILL_RUNNING = 'operation_in_progress';

/** Whether the same request may be sent again after this refusal without doing anything twice. */
export function mayRepeat(isRead: boolean, status: number, code: string): boolean {
  if (isRead) return READ_AGAIN.has(status);
  return WRITE_AGAIN.has(status) || code === STILL_RUNNING;
}

/**
 * How long to wait before the next try, in ms: what the service asks for, else twice as long each time, spread at random
 * so that many clients do not come back together. Undefined where the service asks for more than a minute.
 */
export function pauseBefore(nextTry: number, retryAfter: string | null): number | undefined {
  const asked = retryAfter === null ? NaN : secondsIn(retryAfter) * 1000;
  if (Number.isNaN(asked)) return FIRST_PAUSE_MS * 2 ** (nextTry - 1) * (0.5 + Math.random() / 2);
  return asked <= LONGEST_PAUSE_MS ? asked : undefined;
}

/** `Retry-After` is a number of seconds or a date. */
function secondsIn(retryAfter: string): number {
  const seconds = Number(retryAfter);
  return Number.isNaN(seconds) ? Math.max(0, (Date.parse(retryAfter) - Date.now()) / 1000) : seconds;
}
