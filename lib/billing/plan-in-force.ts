import { beginsLater, type PlanTerms } from './plan.ts';
import type { ProviderOrder, ProviderSnapshot, ProviderSubscription } from './provider-snapshot.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/** A plan that was chosen at `at`, and begins at `from` unless another one is chosen before. Times are epoch ms. */
export interface PlanChoice {
  readonly plan: PlanTerms;
  readonly at: number;
  readonly from: number;
}

/** The plan in force, and the one that is to follow. */
type Plans = Pick<Subscription, 'plan' | 'nextPlan'>;

/**
 * The plans at `now` (epoch ms), by all choices in their order: the last that has begun before access ends (`end`) is in
 * force, and the last of all is to follow.
 */
export function plansAt(choices: readonly [PlanChoice, ...PlanChoice[]], end: number, now: number): Plans {
  const hasBegun = ({ from }: PlanChoice, nth: number) => from <= (choices[nth + 1]?.at ?? now) && from < end;
  const { plan } = choices.findLast(hasBegun) ?? choices[0];
  const last = choices.at(-1) ?? choices[0];
  return { plan, nextPlan: last.plan.id === plan.id ? null : { plan: last.plan, from: last.from } };
}

/** The choice of a plan that begins at once. */
export const chosenAtOnce = (plan: PlanTerms, at: number): PlanChoice => ({ plan, at, from: -Infinity });

/** The choice that a plan change at the provider is, made while a period was known to last until `periodEnd`. */
export function choiceOf(
  plan: PlanTerms,
  { createdAt, startAt }: Pick<ProviderSubscription, 'createdAt' | 'startAt'>,
  period: Pick<Subscription, 'periodEnd'>,
): PlanChoice {
  const isLater = beginsLater(period, startAt, createdAt);
  return { ...chosenAtOnce(plan, createdAt), ...(isLater && { from: startAt }) };
}

/** The subscription with its plans at `now` (epoch ms), also where one was chosen just then. */
export function withPlans(one: Subscription, now: number, chosen?: PlanChoice): Subscription {
  const { plan, nextPlan } = one;
  const next = nextPlan ? [{ ...nextPlan, at: -Infinity }] : [];
  const choices = [chosenAtOnce(plan, -Infinity), ...next, ...(chosen ? [chosen] : [])] as const;
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

/** The plan of an order's period: of a reference replaced since, its own; if it is unknown here, the terms in force stand for it. */
export function planOfOrder(
  one: Subscription,
  { earlier, current }: ProviderSnapshot,
  order: ProviderOrder,
  planOf: PlanOf,
): PlanTerms {
  const { plan, nextPlan } = one;
  const of = [...earlier, current].find(({ orders }) => orders.includes(order));
  if (!of?.isReplaced) {
    const isOfNext = nextPlan?.plan.reference === order.planReference && nextPlan.from <= order.start;
    return isOfNext ? nextPlan.plan : withPlans(one, order.start).plan;
  }
  const its = plan.reference === of.planReference ? plan : planOf(of.planReference);
  return its ?? { ...plan, reference: of.planReference };
}

/** The plan of an order that failed before another one was chosen in our records alone; undefined for any other order. */
export function planBeforeOwn(one: Subscription, { failures, planReference }: ProviderOrder, planOf: PlanOf) {
  return (failures[0] ?? Infinity) < (chosenHereAt(one) ?? 0) ? planOf(planReference) : undefined;
}
