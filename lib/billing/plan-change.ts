import { INTENT_LOOK_UP_AFTER_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { eventOf, unchanged, type Decision } from './decision.ts';
import { carriedOut } from './last-request.ts';
import { beginsLater, usualPeriodMs, type PlanTerms } from './plan.ts';
import { stateAt } from './projection.ts';
import type { ProviderSubscription } from './provider-snapshot.ts';
import { changed, hasEnded, type Subscription } from './subscription.ts';

/** The reference that the provider made for a changed plan. Times are epoch ms. */
export type NewReference = Pick<ProviderSubscription, 'reference' | 'createdAt' | 'startAt' | 'trialEnd'>;

/** A request to change the plan: at the provider too (`pay`), or in our records alone (`svc`). */
export interface PlanRequest {
  readonly by: 'pay' | 'svc';
  readonly to: PlanTerms;
  /** What identical requests have in common. */
  readonly as: string;
}

/** The plan that was chosen last: the scheduled one, if there is one. */
export const chosenPlan = ({ plan, nextPlan }: Subscription): PlanTerms => nextPlan?.plan ?? plan;

/** Whether a plan was chosen last, by our records and, as far as they know, at the provider too. */
export const isChosen = (one: Subscription, to: PlanTerms): boolean =>
  chosenPlan(one).id === to.id && one.payPlanReference === to.reference;

/** The plan that will be in force next: the chosen one, unless a cancellation ends the subscription before. */
const plannedPlan = (subscription: Subscription): PlanTerms =>
  (comingPlan(subscription) ?? subscription).plan;

/** What a plan change is checked by. A change in our records alone takes effect at once, whatever its period. */
export type PlanChangeTo = Pick<PlanRequest, 'to' | 'by'> & { readonly upgradePeriod: 'NOW' | 'NEXT_PERIOD' };

/**
 * Checks that a subscription may move to a plan. A change in our records alone may be repeated with the provider's
 * reference (`pay`), so that the provider makes it too; a plan that a cancellation prevents may be taken at once by our
 * ids, while the provider has it already. Throws `already_ended`, `same_plan` or `currency_mismatch`.
 */
export function checkPlanChange(subscription: Subscription, request: PlanChangeTo): void {
  const { to, by } = request;
  if (hasEnded(subscription)) throw new Refusal('already_ended');
  const isSame = by === 'svc' ? isInForce(subscription, to) : isSameAtProvider(subscription, request);
  if (isSame) throw new Refusal('same_plan');
  if (subscription.plan.currency !== to.currency) throw new Refusal('currency_mismatch');
}

/** Whether a plan is in force, and stays so. */
const isInForce = (subscription: Subscription, to: PlanTerms): boolean =>
  subscription.plan.id === to.id && !comingPlan(subscription);

/**
 * Whether the provider has what is asked for: the plan that is in force, or for the next period the one that is scheduled.
 * The scheduled one may be taken now, and the one in force for the next period, which takes the schedule back.
 */
function isSameAtProvider(one: Subscription, { to, upgradePeriod }: PlanChangeTo): boolean {
  const { plan, nextPlan, payPlanReference } = one;
  const isScheduledThere = nextPlan?.plan.reference === payPlanReference;
  if (upgradePeriod === 'NOW' && isScheduledThere) return plan.id === to.id;
  return isChosen(one, to);
}

/** Moves a subscription to another plan at once, in our records alone. */
export function changePlanInRecords(
  subscription: Subscription,
  { to, as }: PlanRequest,
  now: number,
): Decision {
  const before = applyNextPlan(subscription, now);
  const lastRequest = carriedOut(as, now);
  const after = changed(before, { plan: to, nextPlan: null, planChangedAt: now, lastRequest });
  if (comingPlan(before)?.plan.id === to.id) return unchanged(after); // announced when it was scheduled
  return withEvent(before, after, { to, cause: `plan:${after.id}:${after.revision}`, at: now });
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
  const withoutTrial = changed(
    moveTo(before, { reference: made.reference, planReference: to.reference }, now),
    { planChangedAt: now },
  );
  const moved = withTrialOf(withoutTrial, made, now);
  // Back to the current plan: then none is scheduled any more.
  const nextPlan = before.plan.id === to.id ? null : { plan: to, from: made.startAt };
  const isLater = beginsLater(before, made.startAt, made.createdAt);
  const after = changed(moved, isLater ? { nextPlan } : { plan: to, nextPlan: null });
  if (chosenPlan(before).id === to.id) return unchanged(after);
  return withEvent(before, after, { to, cause: `plan:${made.reference}`, at: made.createdAt });
}

/** The subscription, whose period is the trial of its new reference once that has begun. */
function withTrialOf(one: Subscription, made: NewReference, now: number): Subscription {
  const { cancellation, payPlanReference: planReference } = one;
  const current = { ...made, planReference, status: 'ACTIVE', isReplaced: false, orders: [] } as const;
  const known = { earlier: [], current, cancellation, recorded: one, graceDaysOf: () => null };
  const { periodStart, periodEnd, accessUntil } = stateAt(known, now);
  return changed(one, {
    periodStart,
    periodEnd,
    cancellation: cancellation && { ...cancellation, accessUntil },
  });
}

/**
 * Records a plan change that was found at the provider, as of when it was made there: a request that began later is not
 * overtaken by it. If the new plan is unknown here, the subscription keeps its terms and the difference is reported. One
 * that has ended keeps its terms too, and nothing is announced after its end.
 */
export function applyExternalPlanChange(
  subscription: Subscription,
  made: ProviderSubscription,
  plan: PlanTerms | undefined,
  now: number,
): Decision {
  // Whether its trial is still in force depends on later references: reconciliation opens its period with its orders.
  const changedAt = Math.max(Math.min(made.createdAt, now), subscription.planChangedAt ?? 0);
  const after = moveTo(subscription, made, now);
  if (hasEnded(subscription) || isChosenHereSince(subscription, made)) return unchanged(after);
  if (plan) return changePlanAtProvider(subscription, plan, { ...made, trialEnd: null }, changedAt);
  const plans = { ours: subscription.plan.reference, theirs: made.planReference };
  const difference = { kind: 'plan_differs', about: made.reference, ...plans, since: now } as const;
  return { ...unchanged(after), differences: [difference] };
}

/** Whether another plan was chosen in our records alone after the provider had made this change: that is in force. */
function isChosenHereSince(one: Subscription, { createdAt }: NewReference): boolean {
  const isOwn = one.plan.reference !== one.payPlanReference && one.nextPlan === null;
  return isOwn && createdAt < (one.planChangedAt ?? 0);
}

/** The subscription with a plan change that the provider is about to be asked for. */
export const intendPlan = (one: Subscription, { to, as }: PlanRequest, now: number): Subscription =>
  changed(one, { planIntent: { planReference: to.reference, at: now, as } });

/** The subscription whose intent the provider has refused: identical requests at the same moment get the same refusal. */
export const refuseIntent = (one: Subscription, refusal: Refusal, now: number): Subscription =>
  changed(one, {
    planIntent: null,
    lastRequest: one.planIntent && { as: one.planIntent.as, at: now, refusal },
  });

/** The subscription without an intent whose call, by a look at the provider a minute later, has never arrived. */
export function withoutLostIntent(one: Subscription, now: number): Subscription {
  const isLost = one.planIntent !== null && now >= one.planIntent.at + INTENT_LOOK_UP_AFTER_MS;
  return isLost ? changed(one, { planIntent: null }) : one;
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

/**
 * The subscription under its new reference. An intent for this plan is carried out with it, whoever finds it first; any other
 * change leaves nothing of requests before it to repeat.
 */
function moveTo(
  subscription: Subscription,
  { reference, planReference }: Pick<ProviderSubscription, 'reference' | 'planReference'>,
  now: number,
): Subscription {
  const { planIntent } = subscription;
  const isIntended = planIntent?.planReference === planReference;
  return changed(subscription, {
    payReference: reference,
    payPlanReference: planReference,
    openReferences: [...subscription.openReferences, { reference, recordedBefore: 0 }],
    nextOrderAt: null,
    planIntent: isIntended ? null : planIntent,
    lastRequest: isIntended ? carriedOut(planIntent.as, now) : null,
  });
}

/** The changed subscription, and its event: an upgrade or downgrade from the plan that would have been in force. */
function withEvent(
  before: Subscription,
  after: Subscription,
  change: { readonly to: PlanTerms; readonly cause: string; readonly at: number },
): Decision {
  const { to, cause, at } = change;
  const subtype = changeKind(plannedPlan(before), to);
  const what = { type: 'DID_CHANGE_RENEWAL_PREF', subtype, cause, at, plan: to } as const;
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
