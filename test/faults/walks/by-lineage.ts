import { cancelConfirmed, end, endIfOver } from '../../../lib/billing/cancellation.ts';
import { waitingOrderStart } from '../../../lib/billing/next-reconciliation.ts';
import type { PlanTerms } from '../../../lib/billing/plan.ts';
import { choiceOf, planBeforeOwn, planOfOrder, plansAt } from '../../../lib/billing/plan-in-force.ts';
import type { PlanChoice, PlanOf } from '../../../lib/billing/plan-in-force.ts';
import { stateAt, withState, type Known } from '../../../lib/billing/projection.ts';
import type { ProviderOrder, ProviderSnapshot } from '../../../lib/billing/provider-snapshot.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';

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
  const known: Known = { ...lineage, cancellation, graceDaysOf };
  const lasting = withState(
    { ...record, status: 'ACTIVE', cancellation, endedAt: null },
    stateAt(known, now),
  );
  const nextOrderAt = waitingOrderStart(lineage) ?? null;
  const one = { ...lasting, plan: planAt(lineage, lasting, ownPlan, now), nextOrderAt };
  if (lineage.current.status === 'EXPIRED') return end(one, 'EXPIRED', now).subscription;
  const isAtOnce = cancellation?.by === 'svc' && cancellation.accessUntil === cancellation.at;
  if (isAtOnce) return { ...one, status: 'CANCELLED' }; // for good, whatever is paid since
  return endIfOver(lineage.current.status === 'CANCELLED' ? cancelConfirmed(one) : one, now).subscription;
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
