import { COMPARISON } from '../limits.ts';
import type { DifferenceKind } from './difference.ts';
import { withPlans } from './plan-in-force.ts';
import { isOver, type ProviderOrder, type ProviderSubscription } from './provider-snapshot.ts';
import { hasEnded, periodIsStale, type Subscription, type SubscriptionStatus } from './subscription.ts';

/** One disagreement between our record of a subscription and the provider's. */
export interface Disagreement {
  readonly kind: DifferenceKind;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Where our record and the provider disagree about a subscription, by its current reference. A scheduled plan change,
 * access left until the period of a cancelled subscription ends, and overdue news are no disagreement.
 */
export function disagreements(
  record: Subscription,
  theirs: ProviderSubscription,
  now: number,
): Disagreement[] {
  const found: Disagreement[] = [];
  const plan = withPlans(record, now).plan.reference;
  const bothLive = !hasEnded(record) && !isOver(theirs);
  if (!agreesOnStatus(record, theirs, now))
    found.push({
      kind: 'status_differs',
      ours: record.status,
      theirs: theirs.isReplaced ? 'changed to another plan' : theirs.status,
    });
  if (theirs.isReplaced && !hasEnded(record))
    found.push({ kind: 'plan_differs', ours: plan, theirs: 'changed at the provider' });
  if (bothLive && record.nextPlan === null && plan !== theirs.planReference)
    found.push({ kind: 'plan_differs', ours: plan, theirs: theirs.planReference });
  return found;
}

function agreesOnStatus(record: Subscription, theirs: ProviderSubscription, now: number): boolean {
  // A live record's is reported as a plan difference; of one that ended in our records alone the successor is read later.
  if (theirs.isReplaced) return !hasEnded(record) || record.cancellation?.by !== 'svc';
  if (hasEnded(record) || isOver(theirs))
    return hasEnded(record) === isOver(theirs) || (isOver(theirs) && keepsPeriod(record, theirs, now));
  return periodIsStale(record, now) || record.status === OUR_STATUS[theirs.status];
}

/** Whether a record is live for as long as was paid: it is cancelled, or was read as having no further order. */
const keepsPeriod = (record: Subscription, { status }: ProviderSubscription, now: number): boolean =>
  record.cancellation !== null ||
  (status === 'EXPIRED' &&
    record.status === 'ACTIVE' &&
    record.nextOrderAt === null &&
    !periodIsStale(record, now));

/** What our record says of a subscription that is live at the provider. */
const OUR_STATUS: Readonly<Partial<Record<ProviderSubscription['status'], SubscriptionStatus>>> = {
  ACTIVE: 'ACTIVE',
  PENDING: 'PENDING',
  UNPAID: 'PAYMENT_FAILED',
};

/**
 * Orders of a reference that must have an invoice by now: charged since we know the subscription, and long enough ago.
 * Charges before an import were invoiced elsewhere.
 */
export function invoicedOrders(
  record: Subscription,
  theirs: ProviderSubscription,
  now: number,
): ProviderOrder[] {
  const open = record.openReferences.find(({ reference }) => reference === theirs.reference);
  const ours = theirs.orders.filter(({ start }) => start >= (record.invoicedSince ?? 0));
  return ours.filter(({ status, paidAt, start }) => {
    if (status !== 'PAID' || paidAt === null) return false;
    if (paidAt > now - COMPARISON.invoicedWithinMs || paidAt < now - COMPARISON.chargesCheckedMs)
      return false;
    return paidAt >= record.createdAt || (open !== undefined && start >= open.recordedBefore);
  });
}
