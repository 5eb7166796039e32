import { waitingOrderStart } from '../../../lib/billing/next-reconciliation.ts';
import type { PlanTerms } from '../../../lib/billing/plan.ts';
import { choiceOf, plansAt } from '../../../lib/billing/plan-in-force.ts';
import { stateAt, type Known, type State } from '../../../lib/billing/projection.ts';
import type { ProviderOrder } from '../../../lib/billing/provider-snapshot.ts';

/** All that was ever read of a subscription, and what was wanted of it: nothing that was on record before. */
export interface Lineage extends Pick<Known, 'earlier' | 'current' | 'cancellation'> {
  /** The plan that was chosen last in our records alone, and when (epoch ms). */
  readonly ownPlan: { readonly planReference: string; readonly at: number } | null;
  /** A plan by the provider's reference; undefined if it is not known here. */
  readonly planOf: (reference: string) => PlanTerms | undefined;
}

export interface StateByLineage extends Omit<State, 'failedOrder' | 'failedAt'> {
  readonly planReference: string;
  readonly nextOrderAt: number | null;
}

/** What a record must say at `now` (epoch ms): the state that follows, with an end, and the plan in force. */
export function stateByLineage(known: Lineage, now: number): StateByLineage {
  const graceDaysOf = (order: ProviderOrder) => known.planOf(chargedPlan(known, order))?.graceDays ?? null;
  const { failedOrder: _, failedAt: __, ...state } = stateAt({ ...known, graceDaysOf }, now);
  const end = endOf(known, state.accessUntil, now);
  return {
    ...state,
    ...(end && { status: end, graceEndsAt: null }),
    planReference: planAt(known, state, now),
    nextOrderAt: waitingOrderStart(known) ?? null,
  };
}

function endOf({ current, cancellation }: Lineage, accessUntil: number | null, now: number) {
  const isHere = cancellation?.by === 'svc';
  const end = isHere && cancellation.accessUntil === cancellation.at ? cancellation.at : accessUntil; // for good
  const mayEnd = isHere || (cancellation && current.status === 'CANCELLED');
  if (mayEnd && now >= (end ?? now)) return 'CANCELLED';
  return current.status === 'EXPIRED' ? 'EXPIRED' : undefined;
}

/** The plan whose grace days count: the order's, or one chosen in our records alone before it failed. */
function chargedPlan({ current, ownPlan }: Lineage, order: ProviderOrder): string {
  const [first = 0] = order.failures;
  const isOwn =
    ownPlan && ownPlan.at > current.createdAt && ownPlan.at <= first && current.orders.includes(order);
  return isOwn ? ownPlan.planReference : order.planReference;
}

/** The plan in force by all that was chosen, at the provider and in our records alone. */
function planAt(
  { earlier, current, ownPlan }: Lineage,
  { periodEnd, accessUntil }: Pick<State, 'periodEnd' | 'accessUntil'>,
  now: number,
): string {
  const named = (reference: string) => ({ id: reference, reference }) as PlanTerms;
  const [first, ...changes] = [...earlier, current];
  const there = changes.map((made) => choiceOf(named(made.planReference), made, { periodEnd }));
  const here = ownPlan ? [{ plan: named(ownPlan.planReference), at: ownPlan.at }] : [];
  const end = accessUntil ?? Infinity;
  const since = [...there, ...here].filter(({ at }) => at < end).toSorted((one, other) => one.at - other.at);
  const bought = { plan: named(first.planReference), at: first.createdAt };
  return plansAt([bought, ...since], end, now).plan.reference;
}
