import type { Checkout } from './checkout.ts';

/** What the page of a checkout tells the person who opens it. */
export type CheckoutStanding =
  /** The form can be filled in. */
  | 'open'
  /** The subscription was brought about. */
  | 'paid'
  /** The subscription was made, and the bank refused to have it begin. */
  | 'refused'
  /** Time is over, and the provider knew of no payment when it was asked. */
  | 'unpaid'
  /** Time is over, and nobody has asked the provider since: there may be a payment. */
  | 'unsettled'
  /** The form for a new card was gone through; the provider does not tell with what result. */
  | 'cardSent'
  /** The form for a new card is over, and no browser came back from it. */
  | 'cardOver';

/** How a checkout stands at an instant (epoch ms). What was paid counts, whatever the clock says. */
export function standingOf(checkout: Checkout, now: number): CheckoutStanding {
  const { kind, status, outcome, errorCode, expiresAt } = checkout;
  if (outcome) return errorCode === null ? 'paid' : 'refused';
  if (kind === 'card' && status === 'SUCCESS') return 'cardSent';
  if (now < expiresAt) return 'open';
  if (kind === 'card') return 'cardOver';
  return status === 'PENDING' ? 'unsettled' : 'unpaid';
}
