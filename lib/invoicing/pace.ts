import { ACCT_LIMIT } from '../acct/acct.ts';

/** What has gone out to a tenant's invoicing provider lately, whoever sent it. Times are epoch ms. */
export interface Pace {
  /** When the last calls were let through, oldest first; as many as the provider takes within its window. */
  readonly calls: readonly number[];
  /** Until then the provider itself has asked for no calls. */
  readonly blockedUntil: number;
}

/** The pace of a tenant nothing has been sent for lately. */
export const UNHURRIED: Pace = { calls: [], blockedUntil: 0 };

/** Two calls may arrive this much closer together than they left us. */
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

/** Lets one call through: `waitMs` is 0 where it may go out now, else how long until one can. */
export function admitCall(pace: Pace, now: number): { readonly pace: Pace; readonly waitMs: number } {
  const calls = pace.calls.filter((at) => at > now - WINDOW_MS);
  const [oldest] = calls;
  const free = calls.length < ACCT_LIMIT.calls || oldest === undefined ? now : oldest + WINDOW_MS;
  const waitMs = Math.max(free, pace.blockedUntil) - now;
  if (waitMs <= 0) return { pace: { ...pace, calls: [...calls, now] }, waitMs: 0 };
  return { pace: { ...pace, calls }, waitMs };
}

/** The provider wants no calls for so long. */
export function blocked(pace: Pace, now: number, forMs: number): Pace {
  return { ...pace, blockedUntil: Math.max(pace.blockedUntil, now + forMs) };
}
