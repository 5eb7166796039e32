import { CLOCK_DIFFERENCE_MS } from '../limits.ts';
import type { SubscribeCheckout } from './checkout.ts';

/**
 * What we know of a payment: it was made; it was refused; nobody has made it, by an answer that says so; or somebody may
 * have made it. Nobody may be invited to pay again while it is `unknown`.
 */
export type PaymentKnowledge = 'paid' | 'refused' | 'unpaid' | 'unknown';

/**
 * What the provider's answer about a form without a purchase says of its payment. Only three answers say that nobody paid:
 * the bank declined, the form is not finished, or the provider no longer has it after its expiry. A form that it does not
 * know before then, a refusal that it does not explain and no answer at all leave the payment unknown.
 */
export function knowledgeFrom(answer: { readonly is: string }, isExpired: boolean) {
  if (answer.is === 'declined') return 'refused';
  const isUnpaid = answer.is === 'notFinished' || (answer.is === 'notFound' && isExpired);
  return isUnpaid ? 'unpaid' : 'unknown';
}

/**
 * What we know of a hosted checkout's payment at `now` (epoch ms). A browser that came back and a form that has expired
 * each need an answer from after that: without one the payment is unknown.
 */
export function paymentKnowledge(checkout: SubscribeCheckout, now: number): PaymentKnowledge {
  const { outcome, errorCode, status, askedAt, unpaidAt, expiresAt } = checkout;
  if (outcome) return errorCode === null ? 'paid' : 'refused';
  const isCertain = unpaidAt >= askedAt && (now < expiresAt || unpaidAt >= expiresAt);
  if (!isCertain) return 'unknown';
  return status === 'FAILED' ? 'refused' : 'unpaid';
}

/**
 * Whether a checkout's form may be paid at `now` (epoch ms), or may have been without that being on record. By the
 * provider's clock it may expire later than by ours.
 */
export function mayBePaid(checkout: SubscribeCheckout, now: number): boolean {
  if (checkout.outcome) return false;
  return now < checkout.expiresAt + CLOCK_DIFFERENCE_MS || paymentKnowledge(checkout, now) === 'unknown';
}

/**
 * Why it is not known: the provider was asked and did not answer, it will be asked later, or the shop's account there does
 * not work at the moment.
 */
export type UnknownReason = 'noAnswer' | 'notYet' | 'noAccount';
