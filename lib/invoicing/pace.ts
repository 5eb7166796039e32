import { ACCT_LIMIT } from '../acct/acct.ts';

/**
 * How the calls of one tenant to its invoicing provider are spread, whoever makes them. Times are epoch ms.
 * Calls are let through by what the provider counts; new work is begun by turns, so that a long queue wakes up one by
 * one, at the rate at which it can be worked off, and not all at once whenever a call has become free.
 */
export interface Pace {
  /** When the last calls were let through, oldest first; as many as the provider takes within its window. */
  readonly calls: readonly number[];
  /** Until then the provider itself has asked for no calls. */
  readonly blockedUntil: number;
  /** When the next new work may begin. */
  readonly nextTurn: number;
}

export const UNHURRIED: Pace = { calls: [], blockedUntil: 0, nextTurn: 0 };

/** Two calls may arrive this much closer together than they left us. */
const JITTER_MS = 500;
const WINDOW_MS = ACCT_LIMIT.windowMs + JITTER_MS;
/** What one call more takes of a tenant's time. */
const CALL_MS = WINDOW_MS / ACCT_LIMIT.calls;

/** What is begun: the calls it takes where all goes well. A document: invoice, document, job, result, payment and PDF. */
export const CALLS_OF = { document: 6, file: 1 } as const;

/** Lets one call through: `waitMs` is 0 where it may go out now, else how long until one can. */
export function admitCall(pace: Pace, now: number): { readonly pace: Pace; readonly waitMs: number } {
  const calls = pace.calls.filter((at) => at > now - WINDOW_MS);
  const [oldest] = calls;
  const free = calls.length < ACCT_LIMIT.calls || oldest === undefined ? now : oldest + WINDOW_MS;
  const waitMs = Math.max(free, pace.blockedUntil) - now;
  if (waitMs <= 0) return { pace: { ...pace, calls: [...calls, now] }, waitMs: 0 };
  // Work under way needs more calls than was thought: what has not begun makes room for it.
  return { pace: { ...pace, calls, nextTurn: Math.max(pace.nextTurn, now) + CALL_MS }, waitMs };
}

/** Gives a turn to something new: `waitMs` is 0 where it may begin now. Two may begin at once after a pause. */
export function takeTurn(
  pace: Pace,
  now: number,
  what: keyof typeof CALLS_OF,
): { readonly pace: Pace; readonly waitMs: number } {
  const length = CALLS_OF[what] * CALL_MS;
  const turn = Math.max(pace.nextTurn, now - length);
  return { pace: { ...pace, nextTurn: turn + length }, waitMs: Math.max(0, Math.ceil(turn - now)) };
}

/** The provider wants no calls for so long. */
export function blocked(pace: Pace, now: number, forMs: number): Pace {
  const blockedUntil = Math.max(pace.blockedUntil, now + forMs);
  return { ...pace, blockedUntil, nextTurn: Math.max(pace.nextTurn, blockedUntil) };
}
