import { COMPARISON } from '../limits.ts';
import { viewAt } from './current-state.ts';
import type { DifferenceKind } from './difference.ts';
import { isOver, type ProviderOrder, type ProviderSubscription } from './provider-snapshot.ts';
import { readAs } from './reconciliation.ts';
import { hasEnded, periodIsStale, type Subscription } from './subscription.ts';

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
  const ours = viewAt(record, now);
  const plan = ours.plan.reference;
  const bothLive = !hasEnded(record) && !isOver(theirs);
  const status = otherStatus(record, theirs, now);
  if (status !== undefined) found.push({ kind: 'status_differs', ours: ours.status, theirs: status });
  if (theirs.isReplaced && !hasEnded(record))
    found.push({ kind: 'plan_differs', ours: plan, theirs: 'changed at the provider' });
  if (bothLive && record.nextPlan === null && plan !== theirs.planReference)
    found.push({ kind: 'plan_differs', ours: plan, theirs: theirs.planReference });
  return found;
}

/**
 * The status there, if a reading of theirs would change ours, or find an end there. What no reading changes differs too:
 * what has ended here alone, and what waits there although it had begun.
 */
function otherStatus(record: Subscription, theirs: ProviderSubscription, now: number): string | undefined {
  const { status } = theirs;
  const isNew = !isOver(theirs) && periodIsStale(record, now);
  // A live record's is reported as a plan difference; of one that ended in our records alone the successor is read later.
  if (theirs.isReplaced)
    return hasEnded(record) && record.cancellation?.by === 'svc' ? 'changed to another plan' : undefined;
  if (hasEnded(record)) return isOver(theirs) ? undefined : status;
  if (isNew) return undefined;
  if (status === 'PENDING' && record.status !== 'PENDING') return status;
  const read = readAs(record, { earlier: [], current: theirs }, now);
  const ours = viewAt(record, now);
  const isSame = isOver(theirs) ? standsOf(read) === standsOf(ours) : read.status === ours.status;
  if (isSame) return undefined;
  return read.status === 'PAYMENT_FAILED' && status === 'ACTIVE' ? 'UNPAID' : status;
}

/** How a subscription stands that is over there: whether it was cancelled, else whether another charge is expected. */
const standsOf = ({ status, cancellation, nextOrderAt }: Subscription): string =>
  `${status} ${cancellation ? 'cancelled' : nextOrderAt !== null}`;

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
