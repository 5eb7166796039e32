import { isAccountRefusal, type PayFailure } from '../pay/pay.ts';
import { Refusal } from '../refusal.ts';

const NO_ACCOUNT =
  'The shop has no working account at the payment provider at the moment, so it is not known yet whether the payment went through. It will be looked up; do not pay again.';
const NOT_YET =
  'It is not known yet whether the payment went through. It is being looked up; do not pay again.';

const outcomeUnknown = (message: string | undefined, cause?: unknown) =>
  new Refusal('payment_outcome_unknown', { message }, cause);

/** The refusal of a customer who may have paid, where the provider has given no answer: in words that are true of why. */
export function unknownBecause(failure: PayFailure): Refusal {
  if (isAccountRefusal(failure)) return outcomeUnknown(NO_ACCOUNT);
  const wasAsked = failure.is !== 'rateLimited' && failure.is !== 'outOfTime';
  return outcomeUnknown(wasAsked ? undefined : NOT_YET);
}

/** The same where the provider was not asked, or its answer could not be recorded, because of `cause`. */
export function unknownFor(cause?: Refusal): Refusal {
  return outcomeUnknown(cause?.code === 'provider_not_configured' ? NO_ACCOUNT : NOT_YET, cause);
}
