import type { Checkout } from './checkout.ts';
import { paymentKnowledge } from './payment-knowledge.ts';

/** The state that the checkout page shows. */
export type CheckoutPageState =
  /** The form can be filled in: nobody has paid. */
  | 'open'
  /** The customer came back from the form, and the provider has not said yet whether they paid. */
  | 'checking'
  /** Paid: the subscription exists. */
  | 'paid'
  /** The subscription exists, but the bank refused its activation. */
  | 'refused'
  /** The customer came back without having paid. */
  | 'failed'
  /** Expired; the provider, asked since, knew of no payment. */
  | 'unpaid'
  /** Expired, and the provider has not been asked since: there may be a payment. */
  | 'unsettled'
  /** Nobody has paid, and the plan is no longer sold. */
  | 'retired'
  /** The card form has expired. */
  | 'cardOver';

/** The state of a checkout at a moment (epoch ms). A payment counts even after expiry. */
export function checkoutPageState(checkout: Checkout, now: number): CheckoutPageState {
  const isOpen = now < checkout.expiresAt;
  if (checkout.kind === 'card') return isOpen ? 'open' : 'cardOver';
  switch (paymentKnowledge(checkout, now)) {
    case 'paid':
      return 'paid';
    case 'refused':
      return checkout.outcome ? 'refused' : 'failed';
    case 'unpaid':
      return isOpen ? 'open' : 'unpaid';
    case 'unknown':
      return checkout.askedAt > checkout.unpaidAt ? 'checking' : 'unsettled';
  }
}
