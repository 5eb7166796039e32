import { outcomeUnknown, refusalOf, valueOrRefuse } from '../pay/client.ts';
import { beginsLater, type PlanTerms } from '../billing/plan.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { Pay } from '../pay/pay.ts';
import { hasEndedThere, type PaySubscription, type PaySubscriptionDetails } from '../pay/provider-records.ts';
import { Refusal } from '../refusal.ts';

/** How the provider is to change a plan. */
export interface UpgradeOptions {
  readonly upgradePeriod: 'NOW' | 'NEXT_PERIOD';
  readonly useTrial: boolean;
  readonly resetRecurrenceCount: boolean;
}

/** What a plan change charged at once: a two-decimal amount, and when (epoch ms). */
export interface Charge {
  readonly amount: string;
  readonly currency: string;
  readonly at: number;
}

/**
 * Changes the plan at the provider, with one call. If the call fails or its outcome is unknown, the provider is read. Throws
 * `same_plan`, `plan_change_refused`, `payment_outcome_unknown`, and the refusals of any call.
 */
export async function upgradeAtProvider(
  pay: Pay,
  subscription: Subscription,
  to: PlanTerms,
  { upgradePeriod: period, useTrial, resetRecurrenceCount }: UpgradeOptions,
): Promise<PaySubscription> {
  const named = { reference: subscription.payReference, newPlanReference: to.reference };
  const answer = await pay.upgrade({ ...named, period, useTrial, resetRecurrenceCount });
  if (answer.ok) return answer.value;
  const made = await findMade(pay, subscription, to);
  if (made === 'unlisted' || (!made && outcomeUnknown(answer))) throw new Refusal('payment_outcome_unknown');
  if (!made) throw refusalOf(answer, { declined: 'payment_refused', refused: 'plan_change_refused' });
  // Somebody has scheduled the plan at the provider: it cannot be made the plan of now.
  const isScheduled = beginsLater(subscription, made.startAt, made.createdAt);
  if (isScheduled && period === 'NOW') throw new Refusal('same_plan');
  return made;
}

/**
 * What has replaced this subscription, if it is on the requested plan: the call worked without a usable answer, or
 * another request had made the change but not recorded it. If there were several changes, none is used here:
 * reconciliation records all of them, with their charges. `unlisted`: the provider does not list it yet.
 */
async function findMade(
  pay: Pay,
  { payReference }: Subscription,
  to: PlanTerms,
): Promise<PaySubscription | 'unlisted' | undefined> {
  const lineage = await pay.lineage(payReference);
  if (!lineage.ok) return lineage.is === 'unreachable' ? 'unlisted' : undefined;
  const { earlier, current } = lineage.value;
  const isOnlyChange = earlier.at(-1)?.reference === payReference;
  const isUsed = isOnlyChange && current.planReference === to.reference && !hasEndedThere(current);
  return isUsed ? current : undefined;
}

/** The provider's subscription, if it already runs on this plan. It is read only if our records name this plan. */
export async function readIfOnPlan(
  pay: Pay,
  { payReference, payPlanReference }: Subscription,
  to: PlanTerms,
  now: number,
): Promise<PaySubscription | undefined> {
  if (payPlanReference !== to.reference) return undefined;
  const there = valueOrRefuse(await pay.readSubscription(payReference));
  const isLive = !there.isReplaced && !hasEndedThere(there);
  return isLive && there.planReference === to.reference && there.startAt <= now ? there : undefined;
}

/** What a change of `before` charges at once; null if it charges nothing now, or if the provider cannot be read. */
export async function chargeOf(pay: Pay, made: PaySubscription, before: Subscription) {
  const details = await pay.readSubscription(made.reference);
  return details.ok ? chargeIn(details.value, before) : null;
}

/** The charge of the new subscription's first order, which the provider collects at once; null if that order begins later. */
export function chargeIn(made: PaySubscriptionDetails, before: Subscription): Charge | null {
  const [first] = made.orders;
  if (!first || beginsLater(before, first.periodStart, made.createdAt)) return null;
  if (first.status !== 'PAID' && first.status !== 'WAITING') return null;
  const paid = first.attempts.find(({ succeeded }) => succeeded);
  return { amount: first.amount, currency: first.currency, at: paid?.at ?? first.periodStart };
}
