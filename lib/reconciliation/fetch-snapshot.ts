import { hasNothingReadable } from '../pay/client.ts';
import type { ProviderOrder, ProviderSnapshot, ProviderSubscription } from '../billing/provider-snapshot.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { Pay, PayAnswer } from '../pay/pay.ts';
import type { PayOrder, PaySubscriptionDetails } from '../pay/provider-records.ts';
import { successors } from './successors.ts';

/**
 * Reads every open reference of a subscription, and follows plan changes made at the provider to the newest one, or as
 * far as one reading gets (SUPERSEDED). Returns the provider's failure if a reference gives no usable answer, unless it
 * is an older one that is unreadable for good; `unreachable` if no successor or no order that must be is visible yet.
 */
export async function fetchSnapshot(
  pay: Pay,
  { payReference, openReferences, firstOrder }: Subscription,
): Promise<PayAnswer<ProviderSnapshot>> {
  const older = openReferences.map(({ reference }) => reference).filter((one) => one !== payReference);
  const [current, ...others] = await Promise.all([
    pay.readSubscription(payReference),
    ...older.map((reference) => pay.readSubscription(reference)),
  ]);
  const earlier: PaySubscriptionDetails[] = [];
  for (const other of others) {
    if (other.ok) earlier.push(other.value);
    else if (!hasNothingReadable(other)) return other;
  }
  if (!current.ok) return current;
  const chain = await successors(pay, ...earlier, current.value);
  const newest = chain.at(-1);
  if (!newest || (newest.status === 'UPGRADED' && newest === current.value))
    return { ok: false, is: 'unreachable' };
  const lacksOrders = chain.every(({ orders }) => orders.length === 0);
  if (firstOrder !== null && lacksOrders && isCharged(newest)) return { ok: false, is: 'unreachable' };
  const before = chain.slice(0, -1).map(snapshotOf);
  return { ok: true, value: { earlier: before, current: snapshotOf(newest) } };
}

/** Whether an order must be listed: it runs, and was charged when it was made, not after a trial or with a next period. */
const isCharged = ({ status, trialEnd, startAt, createdAt }: PaySubscriptionDetails) =>
  status === 'ACTIVE' && trialEnd === undefined && startAt <= createdAt;

/** The provider's details in our rules' terms. */
export function snapshotOf(details: PaySubscriptionDetails): ProviderSubscription {
  const { reference, planReference, createdAt, startAt, trialEnd = null } = details;
  const status = statusOf(details.status);
  const orders = details.orders.map((order) => orderOf(order, planReference));
  return { reference, planReference, status, createdAt, startAt, trialEnd, orders };
}

function statusOf(status: PaySubscriptionDetails['status']): ProviderSubscription['status'] {
  if (status === 'UPGRADED') return 'SUPERSEDED';
  return status === 'SUSPENDED' ? 'UNPAID' : status;
}

function orderOf(order: PayOrder, planReference: string): ProviderOrder {
  return {
    reference: order.reference,
    planReference,
    amount: order.amount,
    currency: order.currency,
    start: order.periodStart,
    end: order.periodEnd,
    status: order.status,
    failures: order.attempts.filter(({ succeeded }) => !succeeded).map(({ at }) => at),
    paidAt: order.attempts.find(({ succeeded }) => succeeded)?.at ?? null,
  };
}
