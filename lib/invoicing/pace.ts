import { ACCT_LIMIT } from '../acct/acct.ts';

/** What has gone out to a tenant's invoicing provider lately, whoever sent it. Times are epoch ms. */
export interface Pace {
  /** When the last calls were let through, oldest first: those that the provider may still count. */
  readonly calls: readonly number[];
  /** Until then the provider itself has asked for no calls. */
  readonly blockedUntil: number;
}

/** The pace of a tenant nothing has been sent for lately. */
export const UNHURRIED: Pace = { calls: [], blockedUntil: 0 };

/** A call may arrive this much later than it was let through; one that took longer is noted anew when it has ended. */
const JITTER_MS = 500;
const WINDOW_MS = ACCT_LIMIT.windowMs + JITTER_MS;
/** What one call more takes of a tenant's time. */
export const CALL_MS = WINDOW_MS / ACCT_LIMIT.calls;

/** What is begun: the calls it takes where all goes well. A document: invoice, document, job, result, payment and PDF. */
const CALLS_OF = { document: 6, file: 1 } as const;
/** What can be begun at the invoicing provider: a whole document, or fetching a file. */
export type Begun = keyof typeof CALLS_OF;

/** How much of a tenant's time it takes, in ms: the next one's turn comes that much later. */
export function turnLengthMs(what: Begun): number {
  return CALLS_OF[what] * CALL_MS;
}

/** Lets so many calls through, all or none: `waitMs` is 0 where they may go out now, else how long until they can. */
export function admitCalls(
  pace: Pace,
  now: number,
  count = 1,
): { readonly pace: Pace; readonly waitMs: number } {
  const calls = pace.calls.filter((at) => at > now - WINDOW_MS);
  const inTheWay = calls.at(count - 1 - ACCT_LIMIT.calls);
  const free = inTheWay === undefined ? now : inTheWay + WINDOW_MS;
  const waitMs = Math.max(free, pace.blockedUntil) - now;
  if (waitMs > 0) return { pace: { ...pace, calls }, waitMs };
  return { pace: { ...pace, calls: [...calls, ...Array.from({ length: count }, () => now)] }, waitMs: 0 };
}

/** Whether a call that was let through at one time and ended at another may have arrived later than is allowed for. */
export function tookLong(admittedAt: number, endedAt: number): boolean {
  return endedAt - admittedAt > JITTER_MS;
}

/** A call that took long has ended, and may have been counted as late as that: ten seconds from there its place is free. */
export function noteEnd(pace: Pace, admittedAt: number, endedAt: number): Pace {
  const calls = [...pace.calls];
  const nth = calls.indexOf(admittedAt);
  if (nth >= 0) calls.splice(nth, 1);
  return { ...pace, calls: [...calls, endedAt - JITTER_MS].toSorted((a, b) => a - b) };
}

/** The provider wants no calls for so long. */
export function blocked(pace: Pace, now: number, forMs: number): Pace {
  return { ...pace, blockedUntil: Math.max(pace.blockedUntil, now + forMs) };
}
