import { INTENT_LOOK_UP_AFTER_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { eventOf, unchanged, type Decision } from './decision.ts';
import { carriedOut } from './last-request.ts';
import { usualPeriodMs, type PlanTerms } from './plan.ts';
import { chosenHereAt, chosenPlan, choiceOf, comingPlan, withPlans } from './plan-in-force.ts';
import { statusThere, withEndOfTail, withRefs } from './observed.ts';
import type { ProviderSubscription } from './provider-snapshot.ts';
import { changed, hasEnded, type Subscription } from './subscription.ts';
import { unread } from './tail.ts';

/** The reference that the provider made for a changed plan. Times are epoch ms. */
export type NewReference = Pick<
  ProviderSubscription,
  'reference' | 'planReference' | 'createdAt' | 'startAt' | 'trialEnd'
>;

/** A request for another plan: at the provider too (`pay`), or in our records alone (`svc`), which the options mean nothing to. */
export interface PlanRequest {
  readonly by: 'pay' | 'svc';
  readonly to: PlanTerms;
  readonly upgradePeriod: 'NOW' | 'NEXT_PERIOD';
  readonly useTrial: boolean;
  readonly resetRecurrenceCount: boolean;
  /** What identical requests have in common. */
  readonly as: string;
}

/** Whether a plan was chosen last, by our records and, as far as they know, at the provider too. */
export const isChosen = (one: Subscription, to: PlanTerms): boolean =>
  chosenPlan(one).id === to.id && one.payPlanReference === to.reference;

/** The plan that will be in force next: the chosen one, unless a cancellation ends the subscription before. */
const plannedPlan = (subscription: Subscription): PlanTerms =>
  (comingPlan(subscription) ?? subscription).plan;

/**
 * Checks that a subscription may move to a plan, by the plan that is in force at `now` (epoch ms). A change in our records
 * alone may be repeated with the provider's reference (`pay`), so that the provider makes it too; a plan that a cancellation
 * prevents may be taken at once by our ids, while the provider has it already. Throws `already_ended`, `same_plan` or `currency_mismatch`.
 */
export function checkPlanChange(
  one: Subscription,
  request: Pick<PlanRequest, 'by' | 'to' | 'upgradePeriod'>,
  now: number,
): void {
  const { to, by } = request;
  if (hasEnded(one)) throw new Refusal('already_ended');
  const subscription = withPlans(one, now);
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
function isSameAtProvider(
  one: Subscription,
  { to, upgradePeriod }: Pick<PlanRequest, 'to' | 'upgradePeriod'>,
): boolean {
  const { plan, nextPlan, payPlanReference } = one;
  const isScheduledThere = nextPlan?.plan.reference === payPlanReference;
  if (upgradePeriod === 'NOW' && isScheduledThere) return plan.id === to.id;
  return isChosen(one, to);
}

/** Moves a subscription to another plan at once, in our records alone. */
export function changePlanInRecords(
  one: Subscription,
  { to, as }: Pick<PlanRequest, 'by' | 'to' | 'as'>,
  now: number,
): Decision {
  const before = withPlans(one, now);
  const planned = withPlans(one, now, { plan: to, at: now });
  const after = changed(planned, { planChangedAt: now, lastRequest: carriedOut(as, now) });
  if (comingPlan(before)?.plan.id === to.id) return unchanged(after); // announced when it was scheduled
  return withEvent(before, after, { to, cause: `plan:${after.id}:${after.revision}`, at: now });
}

/**
 * Records a plan change that the provider has made. One that was asked for takes effect now, one that was found as of when
 * it was made: a plan that was chosen in our records alone since stays in force. One for the next period leaves the current
 * plan until then; a trial that begins with it is the period from then on. If the new plan (`to`) is unknown here, the
 * subscription keeps its terms and the difference is reported. The event's cause is the new reference, so that request and
 * reconciliation together announce it once; nothing is announced if our records already had the change, or after an end.
 * What was asked for is carried out with it, whoever finds it first; after any other change no request before it is
 * repeated.
 */
export function changePlanAtProvider(
  one: Subscription,
  to: PlanTerms | undefined,
  made: NewReference,
  now: number,
): Decision {
  const { reference, planReference, createdAt: at } = made;
  if (one.payReference === reference) return unchanged(one);
  const { planIntent } = one;
  const isIntended = planIntent?.planReference === planReference;
  const chosenAt = isIntended ? now : Math.min(at, now);
  const planChangedAt = Math.max(chosenAt, one.planChangedAt ?? 0);
  const moved = changed(withReference(one, made, chosenAt), {
    planIntent: isIntended ? null : planIntent,
    lastRequest: isIntended ? carriedOut(planIntent.as, planChangedAt) : null,
  });
  if (hasEnded(one) || chosenAt < (chosenHereAt(one) ?? 0)) return unchanged(moved);
  if (!to) {
    const plans = { ours: one.plan.reference, theirs: planReference };
    const difference = { kind: 'plan_differs', about: reference, ...plans, since: now } as const;
    return { ...unchanged(moved), differences: [difference] };
  }
  const before = withPlans(one, at);
  const { plan, nextPlan } = withPlans(one, at, choiceOf(to, made, before));
  const after = changed(moved, { plan, nextPlan, planChangedAt });
  if (chosenPlan(before).id === to.id) return unchanged(after);
  return withEvent(before, after, { to, cause: `plan:${reference}`, at });
}

/** The subscription with a new reference, which is charged from now on: its trial is the period once it has begun. */
function withReference(one: Subscription, made: NewReference, now: number): Subscription {
  const before = one.refs.map((ref) => ({ ...ref, waitsFrom: null }));
  const moved = withRefs(one, [...before, unread(made, statusThere(one))], Math.max(now, one.toldAt));
  return hasEnded(one) ? { ...moved, status: one.status } : withEndOfTail(moved);
}

/** The subscription with a plan change that the provider is about to be asked for. */
export const intendPlan = (
  one: Subscription,
  { to, as }: Pick<PlanRequest, 'by' | 'to' | 'as'>,
  now: number,
): Subscription => changed(one, { planIntent: { planReference: to.reference, at: now, as } });

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
