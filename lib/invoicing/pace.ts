import { ACCT_LIMIT } from '../acct/provider.ts';

/** The recent calls to a tenant's invoicing provider, by all instances. Times are epoch ms. */
export interface Pace {
  /** When the last calls were admitted, oldest first: those that the provider may still count. */
  readonly calls: readonly number[];
  /** Until when the provider itself has asked for no calls. */
  readonly blockedUntil: number;
}

/** The pace of a tenant without recent calls. */
export const IDLE_PACE: Pace = { calls: [], blockedUntil: 0 };

/** How much later than its admission a call may arrive; a longer one is recorded again when it ends. */
const JITTER_MS = 500;
const WINDOW_MS = ACCT_LIMIT.windowMs + JITTER_MS;
/** The share of a tenant's time that one call takes. */
export const CALL_MS = WINDOW_MS / ACCT_LIMIT.calls;

/** The calls of a piece of work without problems. A document: invoice, document, job, result, payment and PDF. */
const CALLS_OF = { document: 6, file: 1 } as const;
/** The work that may begin at the invoicing provider: a whole document, or fetching a file. */
export type PacedWork = keyof typeof CALLS_OF;

/** The length of a turn (ms): the next one comes that much later. */
export function turnLengthMs(what: PacedWork): number {
  return CALLS_OF[what] * CALL_MS;
}

/** Admits that many calls, all or none: `waitMs` is 0 if they may go out now, else how long until they may. */
export function admitCalls(
  pace: Pace,
  now: number,
  count = 1,
): { readonly pace: Pace; readonly waitMs: number } {
  const calls = pace.calls.filter((at) => at > now - WINDOW_MS);
  const blocking = calls.at(count - 1 - ACCT_LIMIT.calls);
  const free = blocking === undefined ? now : blocking + WINDOW_MS;
  const waitMs = Math.max(free, pace.blockedUntil) - now;
  if (waitMs > 0) return { pace: { ...pace, calls }, waitMs };
  return { pace: { ...pace, calls: [...calls, ...Array.from({ length: count }, () => now)] }, waitMs: 0 };
}

/** Whether a call may have arrived later than the tolerated jitter. */
export function tookLong(admittedAt: number, endedAt: number): boolean {
  return endedAt - admittedAt > JITTER_MS;
}

/** Records that a long call has ended: the provider may have counted it as late as that. */
export function withLateCall(pace: Pace, admittedAt: number, endedAt: number): Pace {
  const calls = [...pace.calls];
  const nth = calls.indexOf(admittedAt);
  if (nth >= 0) calls.splice(nth, 1);
  return { ...pace, calls: [...calls, endedAt - JITTER_MS].toSorted((a, b) => a - b) };
}

/** The provider has asked for no calls for a time. */
export function blocked(pace: Pace, now: number, forMs: number): Pace {
  return { ...pace, blockedUntil: Math.max(pace.blockedUntil, now + forMs) };
}
