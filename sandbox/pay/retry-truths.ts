import type { Order, OrderStatus } from './records.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What the provider may really do with a failed order that is asked for again; the first value is what evidence favours. */
export const RETRY_TRUTHS = {
  /** When it is charged again: after two seconds, ten minutes, five hours, or more than a day. */
  retryResult: ['soon', 'afterMinutes', 'afterHours', 'afterADay'],
  /** The order's state until then. */
  retryState: ['FAILED', 'QUEUED', 'PROCESSING', 'WAITING'],
  /** Whether a refused retry shows among the order's attempts: at once, an hour later, or never. */
  retryAttempts: ['shown', 'late', 'missing'],
  /** What is told of a retry: its result, nothing, or a failure before it. */
  retryNotifications: ['result', 'none', 'failureFirst'],
  /** Whether an order that is paid is charged once more where it is asked for. */
  paidRetries: ['refused', 'charged'],
  /** Whether one is charged that is older than 160 days. */
  oldRetries: ['refused', 'charged'],
  /** Whether a new card has the failed order charged by itself. */
  cardUpdates: ['changeTheCard', 'chargeAgain'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** One answer to each of these questions. */
type RetryTruth = {
  readonly [Question in keyof typeof RETRY_TRUTHS]: (typeof RETRY_TRUTHS)[Question][number];
};

/** How long after it was asked for an order is charged again. */
const RESULTS_MS: Readonly<Record<RetryTruth['retryResult'], number>> = {
  soon: 2_000,
  afterMinutes: 10 * MINUTE_MS,
  afterHours: 5 * HOUR_MS,
  afterADay: 26 * HOUR_MS,
};

/** When a retry that is asked for now is carried out. */
export const retryAt = (now: number, { retryResult }: RetryTruth): number => now + RESULTS_MS[retryResult];

/** The state that an order has while it waits for its retry. */
export const retryingState = (order: Order, { retryState }: RetryTruth): OrderStatus =>
  order.orderStatus === 'FAILED' ? retryState : order.orderStatus;

/** From when on a refused retry shows among the attempts; undefined for at once. */
export function shownFrom(now: number, { retryAttempts }: RetryTruth): number | undefined {
  if (retryAttempts === 'shown') return undefined;
  return retryAttempts === 'late' ? now + HOUR_MS : Number.MAX_SAFE_INTEGER;
}
