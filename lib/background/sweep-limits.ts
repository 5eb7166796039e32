import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../limits.ts';

/** What one run of the sweep over one kind and shard may do (our choice). */
export const SWEEP = {
  /**
   * A thing handed out is left alone this long: its message is on the way, or under work. With the sweep's beat of a
   * minute what failed is taken up again within three.
   */
  leaseMs: 2 * MINUTE_MS,
  /** Of one tenant a run hands out no more; what is over waits, so that the next tenant's turn comes. */
  shareOfTenant: 200,
  /** What is over its tenant's share is due again after this time, the next share after twice this time, and so on. */
  turnMs: 10 * SECOND_MS,
  /** Keys read at once: 150 bytes each, so a page is one request. */
  page: 1_000,
  /** Conditional writes under way at once: a partition of the index takes 1,000 write units a second. */
  writers: 32,
  /** A run begins no page with less of its invocation left than this (ms). */
  reserveMs: 10 * SECOND_MS,
  /** A run sends itself again only for so long after the minute's start; then the next one goes on. */
  chainMs: MINUTE_MS,
  /** Keys over their tenants' share that one run moves on; what is more stands where it is and is passed over. */
  movedMax: 2_000,
  /** What cannot be read is tried again after this time: newer code may be on its way. */
  unreadableMs: 6 * HOUR_MS,
} as const;
