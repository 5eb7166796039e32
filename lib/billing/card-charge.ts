import type { SubscriptionView } from './current-state.ts';
import { hasEnded } from './subscription.ts';

/** What is charged to a new card: a payment that failed, the first one of a subscription that has not begun, or nothing. */
export type CardCharge = 'failed' | 'first' | 'nothing';

/** What a subscription has charged to a card that is entered now. Who has cancelled is charged nothing. */
export function cardCharge(subscription: SubscriptionView): CardCharge {
  const { status, failedOrder, cancellation, plan } = subscription;
  if (hasEnded(subscription) || cancellation) return 'nothing';
  if (failedOrder !== null) return 'failed';
  return status === 'PENDING' && plan.trialDays === 0 ? 'first' : 'nothing';
}
