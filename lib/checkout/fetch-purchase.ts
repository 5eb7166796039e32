import type { Purchase } from '../billing/checkout.ts';
import type { SubscriptionStatus } from '../billing/subscription.ts';
import type { Pay } from '../pay/pay.ts';
import type { PaySubscription } from '../pay/provider-records.ts';

/** What was bought, with the first period, which only the details tell; without them it is recorded all the same. */
export async function fetchPurchase(
  pay: Pay,
  made: PaySubscription,
  status: SubscriptionStatus,
): Promise<Purchase> {
  const details = await pay.readSubscription(made.reference);
  const begun = details.ok ? details.value : made;
  const first = details.ok ? details.value.orders[0] : undefined;
  return {
    reference: made.reference,
    customerReference: made.customerReference,
    planReference: made.planReference,
    status,
    createdAt: made.createdAt,
    startAt: begun.startAt,
    trialEnd: begun.trialEnd ?? null,
    firstOrder: first
      ? {
          reference: first.reference,
          start: first.periodStart,
          end: first.periodEnd,
          paid: first.status === 'PAID',
        }
      : null,
  };
}
