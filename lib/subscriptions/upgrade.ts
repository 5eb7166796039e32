import { outcomeUnknown, refusalOf, statusOf, valueOrRefuse } from '../account/pay-client.ts';
import { beginsLater, type PlanTerms } from '../billing/plan.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import type { Pay } from '../pay/pay.ts';
import type { PaySubscription, PaySubscriptionDetails } from '../pay/provider-records.ts';
import { Refusal } from '../refusal.ts';

/** What a plan change charged at once: a two-decimal amount, and when (epoch ms). */
export interface Charge {
  readonly amount: string;
  readonly currency: string;
  readonly at: number;
}

/**
 * Makes the provider change the plan, with one call; after an unknown outcome the provider is read instead. Throws
 * `plan_change_refused`, `payment_outcome_unknown`, and the refusals of any call.
 */
export async function upgradeAtProvider(
  pay: Pay,
  subscription: Subscription,
  to: PlanTerms,
  how: {
    readonly upgradePeriod: 'NOW' | 'NEXT_PERIOD';
    readonly useTrial: boolean;
    readonly resetRecurrenceCount: boolean;
  },
): Promise<PaySubscription> {
  const answer = await pay.upgrade({
    reference: subscription.payReference,
    newPlanReference: to.reference,
    period: how.upgradePeriod,
    useTrial: how.useTrial,
    resetRecurrenceCount: how.resetRecurrenceCount,
  });
  if (answer.ok) return answer.value;
  const made = await readBack(pay, subscription, to);
  if (made) return made;
  if (!outcomeUnknown(answer)) throw refusalOf(answer, { refused: 'plan_change_refused' });
  throw new Refusal('payment_outcome_unknown');
}

/**
 * The successor of this subscription, if it is on the requested plan: the outcome was unknown, or the change was
 * refused because another request had already made it without recording it. If there are several successors, none is
 * used here: reconciliation records all of them, with their charges.
 */
async function readBack(
  pay: Pay,
  subscription: Subscription,
  to: PlanTerms,
): Promise<PaySubscription | undefined> {
  const old = await pay.readSubscription(subscription.payReference);
  if (!old.ok || old.value.status !== 'UPGRADED' || old.value.parentReference === undefined) return undefined;
  const family = await pay.search({ parentReference: old.value.parentReference });
  if (!family.ok) return undefined;
  const later = family.value.filter(
    ({ reference, createdAt }) => reference !== old.value.reference && createdAt >= old.value.createdAt,
  );
  const [made] = later;
  return later.length === 1 && made?.planReference === to.reference ? made : undefined;
}

/** The provider's subscription, if it already runs on this plan. The provider is read only if our records say so. */
export async function runningOn(
  pay: Pay,
  { payReference, payPlanReference }: Subscription,
  to: PlanTerms,
  now: number,
): Promise<PaySubscription | undefined> {
  if (payPlanReference !== to.reference) return undefined;
  const there = valueOrRefuse(await pay.readSubscription(payReference));
  const isLive = there.status !== 'UPGRADED' && !hasEnded({ status: statusOf(there.status) });
  return isLive && there.planReference === to.reference && there.startAt <= now ? there : undefined;
}

/** What a change of `before` charges at once; null if it charges nothing now, or the provider does not say. */
export async function chargeOf(pay: Pay, made: PaySubscription, before: Subscription) {
  const details = await pay.readSubscription(made.reference);
  return details.ok ? chargeIn(details.value, before) : null;
}

/** The first order of a reference that a plan change made, unless it begins later: the provider charges it at once. */
export function chargeIn(made: PaySubscriptionDetails, before: Subscription): Charge | null {
  const [first] = made.orders;
  if (!first || beginsLater(before, first.periodStart, made.createdAt)) return null;
  if (first.status !== 'PAID' && first.status !== 'WAITING') return null;
  const paid = first.attempts.find(({ succeeded }) => succeeded);
  return { amount: first.amount, currency: first.currency, at: paid?.at ?? first.periodStart };
}
