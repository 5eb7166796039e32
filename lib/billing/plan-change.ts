import { DUPLICATE_WINDOW_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { eventOf, unchanged, type Decision } from './decision.ts';
import { applyTrial } from './period.ts';
import { beginsLater, usualPeriodMs, type PlanTerms } from './plan.ts';
import type { ProviderSubscription } from './provider-snapshot.ts';
import { changed, hasEnded, type Subscription } from './subscription.ts';

/** The reference that the provider made for a changed plan. Times are epoch ms. */
export type NewReference = Pick<ProviderSubscription, 'reference' | 'createdAt' | 'startAt' | 'trialEnd'>;

/** The plan that our records lead to: the scheduled one, if there is one. */
const upcomingPlan = ({ plan, nextPlan }: Subscription) => nextPlan?.plan ?? plan;

/**
 * Checks that a subscription may move to a plan. A change in our records alone may be repeated with the provider's
 * reference (`pay`), so that the provider makes it too; a plan that a cancellation prevents may be taken at once by our
 * ids, while the provider has it already. Throws `already_ended`, `same_plan` or `currency_mismatch`.
 */
export function checkPlanChange(subscription: Subscription, to: PlanTerms, by: 'pay' | 'svc'): void {
  if (hasEnded(subscription)) throw new Refusal('already_ended');
  const isSyncing = by === 'pay' && subscription.payPlanReference !== to.reference;
  const { plan } = (by === 'svc' ? comingPlan(subscription) : subscription.nextPlan) ?? subscription;
  if (plan.id === to.id && !isSyncing) throw new Refusal('same_plan');
  if (subscription.plan.currency !== to.currency) throw new Refusal('currency_mismatch');
}

/** Whether an identical concurrent request has made the change; this one began at `since` (epoch ms). */
export function isJustChanged(
  subscription: Subscription,
  to: PlanTerms,
  by: 'pay' | 'svc',
  since: number,
  period: 'NOW' | 'NEXT_PERIOD' = 'NOW',
): boolean {
  const mayBeScheduled = by === 'pay' && period === 'NEXT_PERIOD';
  const changedTo = mayBeScheduled || !subscription.nextPlan ? upcomingPlan(subscription) : undefined;
  const isSynced = by === 'svc' || subscription.payPlanReference === to.reference;
  const isRecent = (subscription.planChangedAt ?? 0) >= since - DUPLICATE_WINDOW_MS;
  return changedTo?.id === to.id && isSynced && isRecent;
}

/** Moves a subscription to another plan at once, in our records alone. */
export function changePlanInRecords(subscription: Subscription, to: PlanTerms, now: number): Decision {
  const before = applyNextPlan(subscription, now);
  const after = changed(before, { plan: to, nextPlan: null, planChangedAt: now });
  return withEvent(before, after, to, `plan:${after.id}:${after.revision}`, now);
}

/**
 * Records a plan change that the provider has made. One for the next period leaves the current plan until then. The
 * event's cause is the new reference, so that request and reconciliation together announce it once. Nothing is
 * announced if our records already had the change. A trial that begins with it is the period from then on.
 */
export function changePlanAtProvider(
  subscription: Subscription,
  to: PlanTerms,
  made: NewReference,
  now: number,
): Decision {
  if (subscription.payReference === made.reference) return unchanged(subscription);
  const before = applyNextPlan(subscription, made.createdAt);
  const withTrial = applyTrial(moveTo(before, made.reference, to.reference), made, undefined, now);
  const moved = changed(withTrial, { planChangedAt: now });
  if (upcomingPlan(before).id === to.id) return unchanged(moved);
  // Back to the current plan: then none is scheduled any more.
  const nextPlan = before.plan.id === to.id ? null : { plan: to, from: made.startAt };
  const isLater = beginsLater(before, made.startAt, made.createdAt);
  const after = changed(moved, isLater ? { nextPlan } : { plan: to, nextPlan: null });
  return withEvent(before, after, to, `plan:${made.reference}`, made.createdAt);
}

/**
 * Records a plan change that was found at the provider, as of when it was made there: a request that began later is not
 * overtaken by it. If the new plan is unknown here, the subscription keeps its terms and the difference is reported.
 */
export function applyExternalPlanChange(
  subscription: Subscription,
  made: ProviderSubscription,
  plan: PlanTerms | undefined,
  now: number,
): Decision {
  // Whether its trial is still in force depends on later references: reconciliation opens its period with its orders.
  const changedAt = Math.max(Math.min(made.createdAt, now), subscription.planChangedAt ?? 0);
  if (plan) return changePlanAtProvider(subscription, plan, { ...made, trialEnd: null }, changedAt);
  const after = moveTo(subscription, made.reference, made.planReference);
  const plans = { ours: subscription.plan.reference, theirs: made.planReference };
  const difference = { kind: 'plan_differs', about: made.reference, ...plans, since: now } as const;
  return { ...unchanged(after), differences: [difference] };
}

/** The scheduled plan, and from when (epoch ms); null without one, or if the subscription ends before it could begin. */
export function comingPlan(subscription: Subscription): Subscription['nextPlan'] {
  const { nextPlan, cancellation } = subscription;
  const end = hasEnded(subscription) ? -Infinity : (cancellation?.accessUntil ?? Infinity);
  return nextPlan && nextPlan.from < end ? nextPlan : null;
}

/** Makes the coming plan the current one once its time has come; a `charged` one (its reference) comes in any case. */
export function applyNextPlan(subscription: Subscription, at: number, charged?: string): Subscription {
  const { nextPlan } = subscription;
  const coming = nextPlan?.plan.reference === charged ? nextPlan : comingPlan(subscription);
  if (!coming || at < coming.from) return subscription;
  return changed(subscription, { plan: coming.plan, nextPlan: null });
}

function moveTo(subscription: Subscription, reference: string, planReference: string): Subscription {
  const openReferences = [...subscription.openReferences, { reference, recordedBefore: 0 }];
  return changed(subscription, {
    payReference: reference,
    payPlanReference: planReference,
    openReferences,
    nextOrderAt: null,
  });
}

function withEvent(
  before: Subscription,
  after: Subscription,
  to: PlanTerms,
  cause: string,
  at: number,
): Decision {
  const subtype = changeKind((comingPlan(before) ?? before).plan, to);
  const what = { type: 'DID_CHANGE_RENEWAL_PREF', subtype, cause, at, planReference: to.reference } as const;
  return { subscription: after, events: [eventOf(after, what, before)] };
}

/** The price in hundredths: an integer, so that products compare exactly. */
function hundredths({ price }: PlanTerms): number {
  return Number(price.replace('.', ''));
}

/** An equal or higher price per day is an upgrade. Cross-multiplied, because quotients can differ by rounding. */
export function changeKind(from: PlanTerms, to: PlanTerms): 'UPGRADE' | 'DOWNGRADE' {
  const isUpgrade = hundredths(to) * usualPeriodMs(from) >= hundredths(from) * usualPeriodMs(to);
  return isUpgrade ? 'UPGRADE' : 'DOWNGRADE';
}
