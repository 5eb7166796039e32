import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../limits.ts';

/** The nightly comparison of a tenant's subscriptions with the provider. */
export const COMPARISON = {
  /** Calls of the provider one after another in a step, and the pause before the next: the rest of its limit is left to the tenant. */
  callsPerStep: 20,
  pauseSeconds: 5,
  /** Live subscribers that are each asked for at once: with a call a quarter of a second long, 200,000 in a night of eight hours. */
  oursAtOnce: 4,
  /** A step that came to nothing is made again after this. */
  leaseMs: 5 * MINUTE_MS,
  /** A step begins no call with less of its invocation left: one call, and what is to be recorded of it. */
  reserveMs: 14 * SECOND_MS,
  /** While the provider does not answer, it is asked again after this. */
  againMs: 10 * MINUTE_MS,
  /** Tenants begin so far apart. */
  apartMs: 200,
  /** A subscription that is this young may be a checkout that is still under way. */
  youngMs: HOUR_MS,
  /** Charges are looked at for this long, and have their invoice within a day. */
  chargesOfMs: 35 * DAY_MS,
  invoicedWithinMs: DAY_MS,
  /** One comparison writes down no more differences than this. */
  differencesMax: 5_000,
} as const;
