import { INTENT_NOT_FOUND_AFTER_MS, INTENT_UNEXPLAINED_AFTER_MS } from '../limits.ts';
import { flag, listOf, number, oneOf, optional, orNull, part, record, text, type TypeOf } from '../record.ts';
import { PURCHASE_OUTCOME } from './begun-purchase.ts';
import { BUYER } from './buyer.ts';
import { PLAN_TERMS } from './plan.ts';
import { refusal } from './stored-refusal.ts';

const LOOK_UP = part({
  /** Epoch ms. */
  beganAt: number,
  /** Where the pass goes on; 1 for a new one. */
  from: number,
  /** What the pass has found, and must be read again when it ends. */
  found: listOf(text),
  /** Whether it has found more strangers than it kept: then some are left unexplained, whoever explains the others. */
  isCrowded: flag,
  /** What turned out to be no purchase, but the result of a plan change. */
  ruledOut: listOf(text),
});
/** A pass through all that was bought of a plan, which may take more than one look-up. References are the provider's. */
export type LookUpProgress = TypeOf<typeof LOOK_UP>;

const CHARGE_OUTCOME = part({
  ...PURCHASE_OUTCOME.members,
  planId: text,
  parentReference: orNull(text),
  providerStatus: text,
  createdAt: number,
  startAt: number,
  endAt: orNull(number),
});
/** What came of a charge, with the rest of the answer to whoever asks again. Times are epoch ms. */
export type ChargeOutcome = TypeOf<typeof CHARGE_OUTCOME>;

/**
 * A purchase with a card, by one call that moves money: CALLING before it is made, DONE or FAILED once its outcome is
 * certain, UNKNOWN until the outcome has been looked up.
 */
export const PAYMENT_INTENT = record('intent', {
  kind: oneOf(['charge']),
  clientReferenceId: text,
  /** The merchant account that it is made at. */
  merchantId: text,
  /** Epoch ms. */
  startedAt: number,
  plan: PLAN_TERMS,
  customer: BUYER,
  /** The customer's `endedAt` when it began. */
  endedBefore: orNull(number),
  state: oneOf(['CALLING', 'UNKNOWN', 'DONE', 'FAILED']),
  /** SHA-256 of the request, without any card field. */
  fingerprint: text,
  outcome: orNull(CHARGE_OUTCOME),
  /** What the request of a failed call was answered. */
  refusal: optional(refusal),
  /** How far its look-up has come; absent before the first, and after a whole pass without anything to keep. */
  lookUp: optional(LOOK_UP),
  /** More than one charge fits it, or one that nobody has claimed, so that a person has to decide. */
  isAmbiguous: optional(flag),
});
/** Such a purchase. */
export type PaymentIntent = TypeOf<typeof PAYMENT_INTENT>;

/** Whether the outcome is certain. */
export function isSettled({ state }: PaymentIntent): boolean {
  return state === 'DONE' || state === 'FAILED';
}

/** The purchases at the provider, made around an unknown call, that nobody has claimed: none is on record here. */
export interface Unclaimed {
  /** How many bear the buyer's e-mail. */
  readonly sameEmail: number;
  /** How many bear another e-mail, or none, and the buyer's phone: a provider may know the buyer by an older address. */
  readonly samePhone: number;
  /** Whether there is one of neither: that it bears another name is no evidence, as a provider may not answer what it was sent. */
  readonly hasOthers: boolean;
}

/**
 * What the look-up of an unknown outcome means. Time explains what is there: each purchase is claimed by the form or the call
 * that made it, within the hour. What bears the buyer's e-mail is theirs at once, and what bears the buyer's phone after that
 * hour; then what is left goes to a person. "Never happened" needs a quarter of an hour and nothing left.
 */
export function verdict(
  { sameEmail, samePhone, hasOthers }: Unclaimed,
  age: number,
): 'adopt' | 'ambiguous' | 'poll again' | 'never happened' {
  if (sameEmail === 1) return 'adopt';
  const isLeft = sameEmail + samePhone > 0 || hasOthers;
  if (age < INTENT_NOT_FOUND_AFTER_MS) return 'poll again';
  if (!isLeft) return 'never happened';
  if (age < INTENT_UNEXPLAINED_AFTER_MS) return 'poll again';
  return sameEmail === 0 && samePhone === 1 ? 'adopt' : 'ambiguous';
}
