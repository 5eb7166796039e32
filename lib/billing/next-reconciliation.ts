import { DAY_MS, ORDER_RECONCILE_AGAIN_MS, ORDER_OVERDUE_MS } from '../limits.ts';
import { undoClosesAt } from './cancellation.ts';
import type { ProviderOrder } from './provider-snapshot.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/**
 * When a subscription is to be looked at next (epoch ms): as soon as its cancellation, if any, can no longer be undone;
 * from then on at the end of its access or two hours past the expected renewal. The same instant with and without a
 * cancellation, so that cancelling and undoing move nothing. Undefined once it has ended.
 */
export function nextReconciliationAt(
  subscription: Subscription,
  seen: readonly ProviderOrder[],
  now: number,
): number | undefined {
  if (hasEnded(subscription)) return undefined;
  const overdue = seen.find((order) => order.status === 'WAITING' && order.start <= now);
  if (overdue)
    return now + (now - overdue.start < ORDER_OVERDUE_MS ? ORDER_OVERDUE_MS / 60 : ORDER_RECONCILE_AGAIN_MS);
  if (subscription.status !== 'ACTIVE' || subscription.periodEnd === null) return now + DAY_MS;
  const closes = undoClosesAt(subscription);
  if (closes !== null && now < closes) return closes;
  const { cancellation } = subscription;
  return Math.max(
    cancellation?.accessUntil ?? subscription.periodEnd + ORDER_OVERDUE_MS,
    now + ORDER_OVERDUE_MS / 120,
  );
}

/** Which kind of due thing a subscription is: its cancellation and its end go before what is merely compared. */
export function dueKindOf({ cancellation }: Pick<Subscription, 'cancellation'>): 'ending' | 'reconciliation' {
  return cancellation === null ? 'reconciliation' : 'ending';
}
