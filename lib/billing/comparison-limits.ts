import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../limits.ts';

/** Limits of the nightly comparison of a tenant's subscriptions with the provider. */
export const COMPARISON = {
  /**
   * Provider calls per step. They take 50 a minute, half of the provider's documented read quota; the other half is the
   * tenant's own. At 100 subscriptions per call, 5 million take 17 hours.
   */
  callsPerStep: 20,
  callEveryMs: 1_200,
  /** The shortest pause between two steps. */
  pauseMs: 5 * SECOND_MS,
  /** Live subscribers read and compared at once. */
  subscribersPerPage: 100,
  /** Concurrent single reads of subscribers that were missing from the provider's list. */
  concurrentReads: 4,
  /** A step without a result is repeated after this. */
  leaseMs: 5 * MINUTE_MS,
  /** Invocation time a step keeps free before each call: for one call and for recording its result. */
  reserveMs: 14 * SECOND_MS,
  /** Retry interval while the provider does not answer. */
  retryMs: 10 * MINUTE_MS,
  /** Interval between the starts of two tenants. */
  startIntervalMs: 200,
  /** A subscription younger than this may belong to a checkout that is still open. */
  minAgeMs: HOUR_MS,
  /** Charges are checked for this long; each must have its invoice within a day. */
  chargesCheckedMs: 35 * DAY_MS,
  invoicedWithinMs: DAY_MS,
  /** A difference that a person closed stays closed while it is found at least this often, and unchanged. */
  closedWhileFoundWithinMs: 7 * DAY_MS,
  /** The most differences that one comparison records. */
  differencesMax: 5_000,
} as const;
