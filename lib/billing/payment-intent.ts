import type { Refusal } from '../refusal.ts';
import { INTENT_NOT_FOUND_AFTER_MS } from '../limits.ts';
import type { PlanTerms } from './plan.ts';
import type { Subscription } from './subscription.ts';

/**
 * A call that moves money: CALLING before it is made, DONE or FAILED once its outcome is certain, UNKNOWN until the
 * outcome has been looked up.
 */
export interface PaymentIntent {
  readonly reference: string;
  readonly state: 'CALLING' | 'UNKNOWN' | 'DONE' | 'FAILED';
  /** SHA-256 of the request, without any card field. */
  readonly fingerprint: string;
  readonly startedAt: number;
  readonly plan: PlanTerms;
  readonly customer: Subscription['customer'];
  readonly endedBefore: number | null;
  readonly outcome: IntentOutcome | null;
  /** What the request of a failed call was answered. */
  readonly refusal?: Refusal;
  /** More than one charge fits it, so that a person has to decide. */
  readonly isAmbiguous?: boolean;
}

/** The stored answer of a finished direct checkout. Times are epoch ms. */
export interface IntentOutcome {
  readonly subscriberId: string;
  readonly customerId: string;
  readonly planId: string;
  readonly reference: string;
  readonly parentReference: string | null;
  readonly planReference: string;
  readonly customerReference: string;
  readonly providerStatus: string;
  readonly createdAt: number;
  readonly startAt: number;
  readonly endAt: number | null;
}

/** Whether the outcome is certain. */
export function isSettled({ state }: PaymentIntent): boolean {
  return state === 'DONE' || state === 'FAILED';
}

/**
 * What the look-up of an unknown outcome means, by the number of unclaimed subscriptions that match. `nameless` ones may
 * be anybody's: where they alone match, it may not be repeated, and a person decides once nothing else can be expected.
 */
export function verdict(
  found: number,
  age: number,
  nameless = 0,
): 'adopt' | 'ambiguous' | 'poll again' | 'never happened' {
  if (found > 1) return 'ambiguous';
  if (found === 1) return 'adopt';
  if (age < INTENT_NOT_FOUND_AFTER_MS) return 'poll again';
  return nameless > 0 ? 'ambiguous' : 'never happened';
}
