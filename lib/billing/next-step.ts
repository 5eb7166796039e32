import { RECONCILE_RETRY_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { cancelIsDue, cancelSent, cancelUnconfirmed } from './cancellation.ts';
import { unchanged, type Decision } from './decision.ts';
import { isRepeated } from './last-request.ts';
import {
  changePlanAtProvider,
  checkPlanChange,
  intendPlan,
  refuseIntent,
  type NewReference,
  type PlanRequest,
} from './plan-change.ts';
import { isOver, type ProviderSnapshot, type ProviderSubscription } from './provider-snapshot.ts';
import { intendRetry, isRetryAsked, isRetryDue, mayRetry, withoutRetry } from './recovery.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/** A request for another plan that is to be carried out. */
export interface WantedPlan extends PlanRequest {
  readonly is: 'plan';
  /** When its request began (epoch ms). */
  readonly since: number;
  /** Throws where it is held to a preview that the record, with all that was read, no longer agrees with. */
  readonly heldTo?: ((one: Subscription) => void) | undefined;
}

/** A return from the card form at `returnedAt` (epoch ms). */
export interface CardReturn {
  readonly is: 'card';
  readonly returnedAt: number;
  /** When a form was opened that expired without a return (epoch ms): an attempt since then is the one for it, too. */
  readonly openedAt?: number | undefined;
}

/** What is wanted at this moment, beside what the record says: by a request, a return from a form, or a paid checkout. */
export type Wanted =
  WantedPlan | CardReturn | { readonly is: 'retry'; readonly since: number } | { readonly is: 'activation' };

/** A return from the card form, and what the provider says of the payment that its card may help. */
export interface CardTry extends CardReturn {
  /** When it was last tried according to the provider; epoch ms. */
  readonly lastTriedAt: number;
  /** Whether the provider is at another attempt, of which nobody knows which card it charges. */
  readonly isRunning: boolean;
}

/** The one call to make at the provider. */
export type Step =
  | { readonly call: 'cancel'; readonly reference: string }
  | { readonly call: 'changePlan'; readonly reference: string; readonly wanted: WantedPlan }
  | { readonly call: 'activate'; readonly reference: string; readonly card?: CardTry | undefined }
  | {
      readonly call: 'retry';
      readonly order: string;
      readonly isAsked: boolean;
      readonly card?: CardTry | undefined;
    };

/**
 * The call to make at the provider next, by the record and what was read just now: a cancellation that is final and not
 * carried out; what is wanted; a retry that the schedule has for now. Undefined if there is none.
 */
export function nextStep(
  one: Subscription,
  { current }: ProviderSnapshot,
  wanted: Wanted | undefined,
  now: number,
): Step | undefined {
  const { reference } = current;
  if (!isOver(current) && cancelIsDue(cancelUnconfirmed(one), now)) return { call: 'cancel', reference };
  const asked = wanted && stepOf(wanted, one, current, now);
  if (asked) return asked;
  return isRetryDue(one, now) ? retryOf(one, false) : undefined;
}

function stepOf(
  wanted: Wanted,
  one: Subscription,
  current: ProviderSubscription,
  now: number,
): Step | undefined {
  const { reference } = current;
  const isWaiting = one.status === 'PENDING' && current.status === 'PENDING' && !one.cancellation;
  switch (wanted.is) {
    case 'plan':
      return reference === one.payReference && !isOver(current) && !hasPlan(current, wanted, now)
        ? { call: 'changePlan', reference, wanted }
        : undefined;
    case 'activation':
      return isWaiting ? { call: 'activate', reference } : undefined;
    case 'retry':
      return hasEnded(one) || isRetryAsked(one, wanted.since) || !mayRetry(one, now)
        ? undefined
        : retryOf(one, true);
    case 'card':
      return hasEnded(one) || one.cancellation ? undefined : stepForCard(wanted, current);
  }
}

/** Whether the provider has the plan in force already, which another one in our records alone has hidden. */
export const hasPlan = (
  { planReference, startAt }: Pick<ProviderSubscription, 'planReference' | 'startAt'>,
  { to, upgradePeriod, useTrial }: Pick<WantedPlan, 'to' | 'upgradePeriod' | 'useTrial'>,
  now: number,
): boolean => upgradePeriod === 'NOW' && !useTrial && startAt <= now && planReference === to.reference;

const retryOf = ({ recovery }: Subscription, isAsked: boolean): Step | undefined =>
  recovery ? { call: 'retry', order: recovery.order, isAsked } : undefined;

/** What needs a good card. Only a return activates what has not begun: who leaves a form unused has not asked for that. */
function stepForCard(
  card: CardReturn,
  { reference, status, orders }: ProviderSubscription,
): Step | undefined {
  const running = orders.find(({ isRunning }) => isRunning);
  if (status === 'PENDING' && !running) {
    const tried = { ...card, lastTriedAt: 0, isRunning: false };
    return card.openedAt === undefined ? { call: 'activate', reference, card: tried } : undefined;
  }
  const order = running ?? orders.findLast((each) => each.status === 'FAILED');
  if (!order) return undefined;
  const tried = { ...card, lastTriedAt: Math.max(0, ...order.failures), isRunning: order.isRunning };
  return { call: 'retry', order: order.reference, isAsked: true, card: tried };
}

/**
 * Whether all that was read is recorded before a call is made: a retry goes by it, and a plan change is held to what was
 * previewed of it.
 */
export const comesLast = (step: Step): boolean =>
  step.call === 'retry' || (step.call === 'changePlan' && step.wanted.heldTo !== undefined);

/** The step while the provider is asked, if the record still permits it: from then on it can neither be undone nor repeated. */
export function underWay(one: Subscription, step: Step, now: number): Decision | undefined {
  switch (step.call) {
    case 'cancel': {
      if (!cancelIsDue(cancelUnconfirmed(one), now)) return undefined;
      return { ...unchanged(cancelSent(one)), reconcileAt: now + RECONCILE_RETRY_MS };
    }
    case 'changePlan':
      return planUnderWay(one, step, now);
    case 'retry': {
      const isAllowed = step.isAsked ? mayRetry(one, now) : isRetryDue(one, now);
      return isAllowed && one.recovery?.order === step.order ? unchanged(intendRetry(one, now)) : undefined;
    }
    case 'activate':
      return unchanged(one);
  }
}

/** Undefined if an identical request has asked. Throws `concurrent_change` if another has changed the plan, and what holds it. */
function planUnderWay(
  one: Subscription,
  { reference, wanted }: Extract<Step, { readonly call: 'changePlan' }>,
  now: number,
): Decision | undefined {
  if (one.planIntent?.as === wanted.as || isRepeated(one, wanted.as, wanted.since)) return undefined;
  if (one.planIntent || one.payReference !== reference) throw new Refusal('concurrent_change');
  checkPlanChange(one, wanted, now);
  wanted.heldTo?.(one);
  return unchanged(intendPlan(one, wanted, now));
}

/** What came of a call. */
export type CallOutcome =
  /** A plan change has made a new reference. */
  | { readonly is: 'done'; readonly made: NewReference | undefined }
  | { readonly is: 'refused'; readonly refusal: Refusal; readonly hasArrived: boolean }
  | { readonly is: 'unknown' };

/**
 * The record after a call that was under way with `asked`. Undefined if a reading has told of it first, or if the next one
 * will: of a lost answer, and of a cancellation.
 */
export function answered(
  one: Subscription,
  asked: Subscription,
  { step, outcome }: { readonly step: Step; readonly outcome: CallOutcome },
  now: number,
): Decision | undefined {
  if (step.call === 'retry')
    return outcome.is === 'refused' && one.retry?.at === asked.retry?.at
      ? unchanged(withoutRetry(one, !outcome.hasArrived))
      : undefined;
  if (step.call !== 'changePlan' || outcome.is === 'unknown') return undefined;
  if (outcome.is === 'refused')
    return one.planIntent?.as === step.wanted.as
      ? unchanged(refuseIntent(one, outcome.refusal, now))
      : undefined;
  if (!outcome.made || hasEnded(one) || one.payReference !== asked.payReference) return undefined;
  const { to } = step.wanted;
  const moved = changePlanAtProvider(one, to, { ...outcome.made, planReference: to.reference }, now);
  return { ...moved, reconcileAt: now + RECONCILE_RETRY_MS }; // its charge, if the message that reads it is lost
}
