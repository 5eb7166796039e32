import type { UnknownReason } from '../billing/payment-knowledge.ts';
import { isAccountRefusal, type PayFailure } from '../pay/pay.ts';
import type { Refusal } from '../refusal.ts';

/** Why it is not known whether a customer has paid, where the provider has given no answer. */
export function unknownBecause(failure: PayFailure): UnknownReason {
  if (isAccountRefusal(failure)) return 'noAccount';
  return failure.is === 'rateLimited' || failure.is === 'outOfTime' ? 'notYet' : 'noAnswer';
}

/** The same where the provider was not asked, or its answer could not be recorded, because of `cause`. */
export const unknownFor = (cause?: Refusal): UnknownReason =>
  cause?.code === 'provider_not_configured' ? 'noAccount' : 'notYet';
