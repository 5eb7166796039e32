import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../limits.ts';

/** The limits of one sweep run over one kind and shard (our choice). */
export const SWEEP = {
  /** The lease of a handed-out item. With a sweep every minute, failed work is taken up again within three minutes. */
  leaseMs: 2 * MINUTE_MS,
  /** The most items that a run hands out per tenant; the rest waits, so that the next tenant gets its turn. */
  itemsPerTenant: 200,
  /** The delay of items over their tenant's share: this time for the next share, twice for the one after, and so on. */
  turnMs: 10 * SECOND_MS,
  /** Keys per read: at 150 bytes each, a page is one request. */
  page: 1_000,
  /** Concurrent conditional writes: an index partition takes 1,000 write units a second. */
  writers: 32,
  /** A run begins no page with less invocation time left than this (ms). */
  reserveMs: 10 * SECOND_MS,
  /** A run sends itself again only within this time of the minute's start; then the next minute's run continues. */
  chainMs: MINUTE_MS,
  /** The most keys over their tenants' share that one run moves; the rest stay and are skipped. */
  postponedMax: 2_000,
  /**
   * The start of all sweeps reads no further kind with less invocation time left than this (ms): a read takes at most
   * 13 s (`AWS_CALL_MAX_MS`), and the messages must still be sent.
   */
  startReserveMs: 15 * SECOND_MS,
  /** The delay of unreadable items: newer code may be on its way. */
  unreadableMs: 6 * HOUR_MS,
} as const;
