import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../limits.ts';

/** The nightly comparison of a tenant's subscriptions with the provider. */
export const COMPARISON = {
  /**
   * Calls of the provider in a step. They take 50 a minute, half of what the provider documents for reading; the other
   * half is the tenant's own. With a hundred subscriptions a call, 5 million take 17 hours.
   */
  callsPerStep: 20,
  callEveryMs: 1_200,
  /** The shortest pause between two steps. */
  pauseMs: 5 * SECOND_MS,
  /** Live subscribers that are read and looked through at once. */
  oursAPage: 100,
  /** Those that were not on the provider's list are asked for singly, so many at once. */
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
