import { cancelIsDue, isCancelledThere } from '../billing/cancellation.ts';
import { viewAt } from '../billing/current-state.ts';
import type { PlanRef, SubscriberRef } from '../billing/identifiers.ts';
import { checkPlanChange, isChosen, type PlanRequest } from '../billing/plan-change.ts';
import type { Plan, PlanTerms } from '../billing/plan.ts';
import { hasEnded, periodIsStale, type Subscription } from '../billing/subscription.ts';
import type { Found, Frame, UpToDate } from '../frame.ts';
import { IDEMPOTENCY_LEASE_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { readUntilOver } from '../table/purchases/read-until.ts';

/** A request for another plan as it is sent: by a subscriber's and a plan's identifiers. */
export interface AskedPlan extends Omit<PlanRequest, 'by' | 'to' | 'as'> {
  readonly subscriber: SubscriberRef;
  readonly plan: PlanRef;
  /** The preview that it must not differ from. */
  readonly previewId?: string | undefined;
}

/** What identical requests for a plan change have in common. */
export const requestName = (
  asked: Omit<PlanRequest, 'to' | 'as'> & { readonly to: Pick<PlanTerms, 'id'> },
): string =>
  `plan:${asked.by}:${asked.to.id}:${asked.upgradePeriod}:${asked.useTrial}:${asked.resetRecurrenceCount}`;

/**
 * The record by which a plan change is decided, and by which its preview is said: by our ids as it is, with the
 * provider's references as of now. Throws as `settled` does.
 */
export const asDecidedOn = async (
  frame: Frame,
  found: Found,
  request: Pick<PlanRequest, 'by' | 'to' | 'as'>,
): Promise<UpToDate> =>
  request.by === 'pay'
    ? settled(frame, found, request)
    : frame.asRecorded(found, 'it changes our records alone');

/**
 * Refuses what our own rules do not allow, in a change and in its preview alike. Throws `plan_inactive`, `already_ended`,
 * `same_plan`, `currency_mismatch`, and `plan_change_refused` where the provider makes no further order.
 */
export function refuseImpossible(
  subscription: Subscription,
  request: Pick<PlanRequest, 'by' | 'to' | 'upgradePeriod'> & { readonly to: Pick<Plan, 'active'> },
  now: number,
): void {
  if (!request.to.active) throw new Refusal('plan_inactive');
  if (hasEnded(viewAt(subscription, now))) throw new Refusal('already_ended');
  checkPlanChange(subscription, request, now);
  if (request.by === 'pay' && isCancelledThere(subscription, now)) throw new Refusal('plan_change_refused');
}

/** Why the provider may know of what decides a change to this plan and is not on record; undefined if it does not. */
export function behind(one: Subscription, to: PlanTerms, now: number): string | undefined {
  if (one.planIntent !== null) return 'plan change under way';
  if (hasEnded(one)) return undefined;
  if (one.status === 'PAYMENT_FAILED') return 'unpaid';
  if (periodIsStale(one, now)) return 'period over';
  if (cancelIsDue(one, now)) return 'cancellation due';
  return isChosen(one, to) ? 'has the plan by our records' : undefined;
}

/**
 * The subscriber as of now: an identical request under way has been waited for, the outcome of one that broke off is
 * looked up, and news that decides is recorded: new charges, a failed one that may have been paid, a plan that it has
 * already by a record that may be older than the provider's panel, or a cancellation to send, since otherwise the
 * change's charge would never be collected. Throws `concurrent_change` beside another plan
 * change under way, `operation_in_progress` beside an identical one that takes long, and `payment_outcome_unknown`.
 */
async function settled(
  frame: Frame,
  found: Found,
  { to, as }: Pick<PlanRequest, 'to' | 'as'>,
): Promise<UpToDate> {
  const { app } = frame;
  const read = () => frame.again(found);
  const intent = found.subscription.planIntent;
  const isOver = (one: Found | undefined) => one?.subscription.planIntent?.at !== intent?.at;
  const isUnderWay = intent !== null && app.clock() < intent.at + IDEMPOTENCY_LEASE_MS;
  if (isUnderWay && intent.as !== as) throw new Refusal('concurrent_change');
  const later = intent && (await readUntilOver(app, { running: found, begunAt: intent.at }, read, isOver));
  const current = later ?? found;
  const now = app.clock();
  const isSettled = (one: Subscription) => {
    if (intent && one.planIntent) throw new Refusal('payment_outcome_unknown');
    return behind(one, to, now) === undefined; // another reading has recorded what this one could not learn
  };
  const decided = await frame.upToDate(current, {
    behind: (one) => behind(one, to, now),
    needsNoAnswer: isSettled,
  });
  if (!intent || !decided.subscription.planIntent) return decided;
  throw new Refusal(isUnderWay ? 'operation_in_progress' : 'payment_outcome_unknown');
}
