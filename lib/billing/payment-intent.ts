import type { Refusal } from '../refusal.ts';
import { INTENT_NOT_FOUND_AFTER_MS, INTENT_UNEXPLAINED_AFTER_MS } from '../limits.ts';
import type { PurchaseOutcome, WithCustomer } from './begun-purchase.ts';

/**
 * A purchase with a card, by one call that moves money: CALLING before it is made, DONE or FAILED once its outcome is
 * certain, UNKNOWN until the outcome has been looked up.
 */
export interface PaymentIntent extends WithCustomer {
  readonly kind: 'charge';
  readonly state: 'CALLING' | 'UNKNOWN' | 'DONE' | 'FAILED';
  /** SHA-256 of the request, without any card field. */
  readonly fingerprint: string;
  readonly outcome: ChargeOutcome | null;
  /** What the request of a failed call was answered. */
  readonly refusal?: Refusal;
  /** How far its look-up has come; absent before the first, and after a whole pass without anything to keep. */
  readonly lookUp?: LookUpProgress;
  /** More than one charge fits it, or one that nothing explains, so that a person has to decide. */
  readonly isAmbiguous?: boolean;
}

/** A pass through all that was bought of a plan, which may take more than one look-up. References are the provider's. */
export interface LookUpProgress {
  /** Epoch ms. */
  readonly beganAt: number;
  /** Where the pass goes on; 1 for a new one. */
  readonly from: number;
  /** What the pass has found, and must be read again when it ends. */
  readonly found: readonly string[];
  /** Whether it has found more strangers than it kept: then some are left unexplained, whoever explains the others. */
  readonly isCrowded: boolean;
  /** What turned out to be no purchase, but the result of a plan change. */
  readonly ruledOut: readonly string[];
}

/** What came of a charge, with the rest of the answer to whoever asks again. Times are epoch ms. */
export interface ChargeOutcome extends PurchaseOutcome {
  readonly planId: string;
  readonly parentReference: string | null;
  readonly providerStatus: string;
  readonly createdAt: number;
  readonly startAt: number;
  readonly endAt: number | null;
}

/** Whether the outcome is certain. */
export function isSettled({ state }: PaymentIntent): boolean {
  return state === 'DONE' || state === 'FAILED';
}

/** How many purchases at the provider, made around an unknown call and on no record here, may be what it made. */
export interface Unclaimed {
  readonly sameEmail: number;
  /** Of another e-mail, or none, and the buyer's phone: a provider may know the buyer by an older address. */
  readonly samePhone: number;
  /** Of neither: that they bear other names is no evidence, as a provider may not answer what it was sent. */
  readonly others: number;
}

/**
 * What the look-up of an unknown outcome means. What bears the buyer's e-mail is theirs. Whatever else is unclaimed has time
 * to be claimed by the purchase that made it; then the buyer's phone decides, and what nobody has claimed for long goes to
 * a person. "Never happened" is concluded only where nothing is left unexplained.
 */
export function verdict(
  { sameEmail, samePhone, others }: Unclaimed,
  age: number,
): 'adopt' | 'ambiguous' | 'poll again' | 'never happened' {
  const mayBeLate = age < INTENT_NOT_FOUND_AFTER_MS;
  const fitting = sameEmail || (mayBeLate ? 0 : samePhone);
  if (fitting > 0) return fitting === 1 ? 'adopt' : 'ambiguous';
  if (mayBeLate) return 'poll again';
  if (others === 0) return 'never happened';
  return age < INTENT_UNEXPLAINED_AFTER_MS ? 'poll again' : 'ambiguous';
}
