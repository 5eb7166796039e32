import type { Checkout } from './checkout.ts';

/** The state that the checkout page shows. */
export type CheckoutPageState =
  /** The form can be filled in. */
  | 'open'
  /** Paid: the subscription exists. */
  | 'paid'
  /** The subscription exists, but the bank refused its activation. */
  | 'refused'
  /** Expired; the provider, asked since, knew of no payment. */
  | 'unpaid'
  /** Expired, and the provider has not been asked since: there may be a payment. */
  | 'unsettled'
  /** The customer came back from the card form; the provider does not report the result. */
  | 'cardSent'
  /** The card form has expired and no browser came back from it. */
  | 'cardOver';

/** The state of a checkout at a moment (epoch ms). A payment counts even after expiry. */
export function checkoutPageState(checkout: Checkout, now: number): CheckoutPageState {
  const { kind, status, outcome, errorCode, expiresAt } = checkout;
  if (outcome) return errorCode === null ? 'paid' : 'refused';
  if (kind === 'card' && status === 'SUCCESS') return 'cardSent';
  if (now < expiresAt) return 'open';
  if (kind === 'card') return 'cardOver';
  return status === 'PENDING' ? 'unsettled' : 'unpaid';
}
