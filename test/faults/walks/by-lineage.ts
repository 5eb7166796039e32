import { cancelConfirmed, end, endIfOver } from '../../../lib/billing/cancellation.ts';
import { waitingOrderStart } from '../../../lib/billing/next-reconciliation.ts';
import type { PlanTerms } from '../../../lib/billing/plan.ts';
import { choiceOf, planBeforeOwn, planOfOrder, plansAt } from '../../../lib/billing/plan-in-force.ts';
import type { PlanChoice, PlanOf } from '../../../lib/billing/plan-in-force.ts';
import { stateAt, withState, type Known } from '../../../lib/billing/projection.ts';
import type { ProviderOrder, ProviderSnapshot } from '../../../lib/billing/provider-snapshot.ts';
import type { Cancellation, Subscription } from '../../../lib/billing/subscription.ts';

/** What was wanted of a subscription, as it was first recorded. */
export interface Wanted {
  /** With the end of access that it was answered with. */
  readonly cancellation: Subscription['cancellation'];
  /** The plan that was chosen last in our records alone. */
  readonly ownPlan: PlanChoice | null;
}

/**
 * What a record must say at `now` (epoch ms) by the product's own rules, given all references that were ever read and what
 * was wanted: what was on record of its state before counts for nothing.
 */
export function followsFrom(
  record: Subscription,
  lineage: ProviderSnapshot,
  { cancellation, ownPlan }: Wanted,
  planOf: PlanOf,
  now: number,
): Subscription {
  const graceDaysOf = (order: ProviderOrder) =>
    (planBeforeOwn(record, order, planOf) ?? planOfOrder(record, lineage, order, planOf)).graceDays;
  const ending = cancellation && { ...cancellation, accessUntil: accessBy(lineage, cancellation) };
  const known: Known = { ...lineage, cancellation: ending, graceDaysOf };
  const lasting = withState(
    { ...record, status: 'ACTIVE', cancellation: ending, endedAt: null },
    stateAt(known, now),
  );
  const nextOrderAt = waitingOrderStart(lineage) ?? null;
  const one = { ...lasting, plan: planAt(lineage, lasting, ownPlan, now), nextOrderAt };
  if (lineage.current.status === 'EXPIRED') return end(one, 'EXPIRED', now).subscription;
  if (ending && isAtOnce(ending)) return { ...one, status: 'CANCELLED' }; // for good, whatever is paid since
  return endIfOver(lineage.current.status === 'CANCELLED' ? cancelConfirmed(one) : one, now).subscription;
}

const isAtOnce = ({ by, at, accessUntil }: Cancellation): boolean => by === 'svc' && accessUntil === at;

/**
 * The end of access that a cancellation was answered with; or, where it ended at once, that of a period that had been paid
 * for just then, with no failure since its payment: whoever answered had not read of it.
 */
function accessBy({ earlier, current }: ProviderSnapshot, cancellation: Cancellation): number | null {
  const { at, accessUntil } = cancellation;
  if (!isAtOnce(cancellation)) return accessUntil;
  const orders = [...earlier, current].flatMap((one) => one.orders);
  const failures = orders.flatMap((order) => order.failures).filter((failedAt) => failedAt <= at);
  const paid = orders.filter(
    ({ status, paidAt, end: periodEnd }) =>
      status === 'PAID' &&
      paidAt !== null &&
      paidAt <= at &&
      periodEnd > at &&
      failures.every((one) => one < paidAt),
  );
  return Math.max(at, ...paid.map((order) => order.end));
}

/** The plan in force by all that was chosen before access ends, at the provider and in our records alone. */
function planAt(
  { earlier, current }: ProviderSnapshot,
  { periodEnd, cancellation }: Subscription,
  ownPlan: PlanChoice | null,
  now: number,
): PlanTerms {
  const named = (reference: string) => ({ id: reference, reference }) as PlanTerms;
  const [first, ...changes] = [...earlier, current];
  const there = changes.map((made) => choiceOf(named(made.planReference), made, { periodEnd }));
  const accessUntil = cancellation?.accessUntil ?? Infinity;
  const since = [...there, ...(ownPlan ? [ownPlan] : [])].filter(({ at }) => at < accessUntil);
  const bought = { plan: named(first.planReference), at: first.createdAt };
  return plansAt([bought, ...since.toSorted((one, other) => one.at - other.at)], accessUntil, now).plan;
}
