import { Refusal } from '../refusal.ts';
import { changed, type Decision } from './cancellation.ts';
import { eventOf } from './events.ts';
import { changeKind, type PlanTerms } from './plan.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/** Whether a subscription may move to a plan. Throws `already_ended`, `same_plan` or `currency_mismatch`. */
export function checkPlanChange(subscription: Subscription, to: PlanTerms): void {
  if (hasEnded(subscription)) throw new Refusal('already_ended');
  if (subscription.plan.id === to.id) throw new Refusal('same_plan');
  if (subscription.plan.currency !== to.currency) throw new Refusal('currency_mismatch');
}

/**
 * Moves a subscription to another plan. `newReference` is the provider's, where the provider made the change; the
 * event's cause is that reference, so that whoever learns of the change first tells it, once.
 */
export function changePlan(
  subscription: Subscription,
  to: PlanTerms,
  newReference: string | null,
  now: number,
): Decision {
  const after = changed(subscription, { plan: to, payReference: newReference ?? subscription.payReference });
  const event = eventOf(after, {
    cause: newReference === null ? `plan:${after.id}:${after.revision}` : `plan:${newReference}`,
    type: 'DID_CHANGE_RENEWAL_PREF',
    subtype: changeKind(subscription.plan, to),
    at: now,
  });
  return { subscription: after, events: [event] };
}
