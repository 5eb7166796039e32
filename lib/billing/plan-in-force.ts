import { beginsLater, type PlanTerms } from './plan.ts';
import type { KnownOrder } from './projection.ts';
import type { ProviderSnapshot, ProviderSubscription } from './provider-snapshot.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/** A plan that was chosen at `at`, and begins at `from`, else at once, unless another is chosen before. Times are epoch ms. */
export interface PlanChoice {
  readonly plan: PlanTerms;
  readonly at: number;
  readonly from?: number;
}

/** The plan in force, and the one that is to follow. */
type Plans = Pick<Subscription, 'plan' | 'nextPlan'>;

/**
 * The plans at `now` (epoch ms), by all choices in their order: the last that has begun before access ends (`end`) is in
 * force, and the last of all is to follow.
 */
export function plansAt(choices: readonly [PlanChoice, ...PlanChoice[]], end: number, now: number): Plans {
  const hasBegun = ({ from = -Infinity }: PlanChoice, nth: number) =>
    from <= (choices[nth + 1]?.at ?? now) && from < end;
  const { plan } = choices.findLast(hasBegun) ?? choices[0];
  const { plan: last, at, from = at } = choices.at(-1) ?? choices[0];
  return { plan, nextPlan: last.id === plan.id ? null : { plan: last, from } };
}

/** The choice that a plan change at the provider is, made while a period was known to last until `periodEnd`. */
export function choiceOf(
  plan: PlanTerms,
  { createdAt: at, startAt: from }: Pick<ProviderSubscription, 'createdAt' | 'startAt'>,
  period: Pick<Subscription, 'periodEnd'>,
): PlanChoice {
  return beginsLater(period, from, at) ? { plan, at, from } : { plan, at };
}

/** The subscription with its plans at `now` (epoch ms), also where one was chosen just then. */
export function withPlans(one: Subscription, now: number, chosen?: PlanChoice): Subscription {
  const next = one.nextPlan ? [{ ...one.nextPlan, at: -Infinity }] : [];
  const choices = [{ plan: one.plan, at: -Infinity }, ...next, ...(chosen ? [chosen] : [])] as const;
  return { ...one, ...plansAt(choices, endOfAccess(one), now) };
}

/** The plan that was chosen last: the scheduled one, if there is one. */
export const chosenPlan = ({ plan, nextPlan }: Plans): PlanTerms => nextPlan?.plan ?? plan;

/** The scheduled plan, and from when (epoch ms); null without one, or if the subscription ends before it could begin. */
export const comingPlan = (one: Subscription): Subscription['nextPlan'] =>
  one.nextPlan && one.nextPlan.from < endOfAccess(one) ? one.nextPlan : null;

/** When access ends by a cancellation (epoch ms); Infinity without one. */
const endOfAccess = (one: Subscription): number =>
  hasEnded(one) ? -Infinity : (one.cancellation?.accessUntil ?? Infinity);

/** When the plan in force was chosen in our records alone (epoch ms); undefined if the provider has it too. */
export const chosenHereAt = ({ plan, nextPlan, payPlanReference, planChangedAt }: Subscription) =>
  nextPlan === null && plan.reference !== payPlanReference ? (planChangedAt ?? undefined) : undefined;

/** A plan by the provider's reference; undefined if it is not known here. */
export type PlanOf = (reference: string) => PlanTerms | undefined;

/** The plan of an order's period: its own, but where another was chosen in our records alone, or it is unknown here. */
export function planOfOrder(
  { plan, nextPlan }: Subscription,
  { earlier, current }: ProviderSnapshot,
  order: KnownOrder,
  planOf: PlanOf,
): PlanTerms {
  const { planReference: reference } = order;
  const onRecord = [plan, nextPlan?.plan].find((one) => one?.reference === reference);
  if (onRecord) return onRecord;
  const of = [...earlier, current].find(({ orders }) => orders.some((each) => each === order));
  return of?.isReplaced ? (planOf(reference) ?? { ...plan, reference }) : plan;
}

/** The plan of an order that failed before another one was chosen in our records alone; undefined for any other order. */
export function planBeforeOwn(one: Subscription, { failures, planReference }: KnownOrder, planOf: PlanOf) {
  return (failures[0] ?? Infinity) < (chosenHereAt(one) ?? 0) ? planOf(planReference) : undefined;
}
