/** The last failed delivery: the receiver's status, or why there was none. `at` in epoch ms. */
export interface EndpointFailure {
  readonly at: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
}

/** The health of a tenant's endpoint. Times are epoch ms. */
export interface EndpointHealth {
  /** A nonce of the address: another one after each change of it, null before the first. */
  readonly address: string | null;
  /** Since when it has been this address; null before the first change of it. */
  readonly since: number | null;
  /** Consecutive attempts that timed out or were answered late. */
  readonly timeouts: number;
  /** Since when its deliveries use the slow lane. */
  readonly slowSince: number | null;
  /** Since when an event was exhausted without a delivery after it. */
  readonly failingSince: number | null;
  readonly lastDeliveredAt: number | null;
  readonly lastFailure: EndpointFailure | null;
  /** When it last ended a delivery in good time, as far as it is written; null where that is not known, or one is overdue. */
  readonly quickAt: number | null;
  /** How long that took, in ms. */
  readonly usualMs: number | null;
  /** Since when runs take places of it, and how many have. */
  readonly placesSince: number | null;
  readonly places: number;
}

/** An endpoint without any delivery. */
export const NO_DELIVERIES: EndpointHealth = {
  address: null,
  since: null,
  timeouts: 0,
  slowSince: null,
  failingSince: null,
  lastDeliveredAt: null,
  lastFailure: null,
  quickAt: null,
  usualMs: null,
  placesSince: null,
  places: 0,
};
