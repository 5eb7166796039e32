import { refuseOvertaken } from '../billing/cancellation.ts';
import { isRepeated } from '../billing/last-request.ts';
import { hasPlan, type WantedPlan } from '../billing/next-step.ts';
import { beginsLater, termsOf, type PlanTerms } from '../billing/plan.ts';
import { changePlanInRecords, checkPlanChange } from '../billing/plan-change.ts';
import { isOver } from '../billing/provider-snapshot.ts';
import type { Subscription } from '../billing/subscription.ts';
import { inFrame, type Answered, type AskedStep, type Frame, type Shown, type UpToDate } from '../frame.ts';
import type { PaySubscription, PaySubscriptionDetails } from '../pay/provider-records.ts';
import { Refusal } from '../refusal.ts';
import type { SubscriptionApp, WithTenant } from '../runtime/app.ts';
import { asDecidedOn, refuseImpossible, requestName, type AskedPlan } from './decide-plan-change.ts';
import { findWithPlan } from './find.ts';
import { refuseOutdated } from './preview-change.ts';

/** The changed subscription, and the provider's new subscription and charge, if the provider has made the change. */
export interface PlanChanged {
  readonly subscription: Subscription;
  readonly to: PlanTerms;
  readonly made: PaySubscription | undefined;
  /** Undefined where it could not be read. */
  readonly charge: Charge | null | undefined;
}

/** What a plan change charged at once: a two-decimal amount, and when (epoch ms). */
export interface Charge {
  readonly amount: string;
  readonly currency: string;
  readonly at: number;
}

/** A request with what was read for it. */
type ReadyRequest = WantedPlan & { readonly current: UpToDate };

type ChangeAnswer = Answered<PlanChanged>;

/**
 * Moves a subscriber to another plan. With our ids, only our records change. With the provider's references, the
 * provider is asked for it, once; its new reference then finds the same subscriber, as all older ones still do. Throws
 * `plan_not_found`, `plan_inactive`, `preview_outdated`, `subscriber_not_found`, `already_ended`, `same_plan`, `currency_mismatch`,
 * `plan_change_refused`, `payment_outcome_unknown`, `concurrent_change`, and the refusals of a provider call.
 */
export const changePlan = (
  app: SubscriptionApp & WithTenant,
  change: AskedPlan,
  since: number,
): Promise<PlanChanged> =>
  inFrame(app, { verb: 'change-plan', ref: change.subscriber, since }, async (frame) => {
    const { found: stored, plan } = await findWithPlan(app, change);
    const found = frame.found(stored);
    const { by } = change.subscriber;
    const to = termsOf(plan);
    const as = requestName({ ...change, by, to });
    frame.wants(as);
    const current = await asDecidedOn(frame, found, { by, to, as });
    const { subscription } = current;
    const { previewId } = change;
    const isAsked = { ...change, by, to: plan };
    const heldTo = (one: Subscription) => refuseOutdated(previewId, one, isAsked, app.clock());
    const held = previewId === undefined ? {} : { heldTo };
    const request = { ...change, ...held, is: 'plan', current, by, to, as, since } as const;
    const now = app.clock();
    const { planIntent } = found.subscription;
    const joined = planIntent?.as === as ? planIntent.at - 1 : undefined; // its answer is ours, however long ago it began
    if (isRepeated(subscription, as, joined ?? since)) return answerDone(frame, request, 'repeated', current);
    if (joined !== undefined && (subscription.planChangedAt ?? 0) > joined)
      throw new Refusal('concurrent_change');
    refuseOvertaken(subscription.planChangedAt, since, now);
    refuseImpossible(subscription, isAsked, now);
    heldTo(subscription);
    return by === 'pay' ? changeAtProvider(frame, request) : changeInRecords(frame, request);
  });

/** The answer to a change that is on record: what the provider has made is read there. */
async function answerDone(
  frame: Frame,
  { by, to }: ReadyRequest,
  did: 'repeated' | 'recorded' | 'asked',
  shown: Shown,
): Promise<ChangeAnswer> {
  const { subscription } = shown;
  if (by === 'svc') return frame.answer(did, shown, { subscription, to, made: undefined, charge: null });
  const made = await readMade(frame, subscription);
  return frame.answer(did, shown, { subscription, to, made, charge: chargeIn(made, subscription) });
}

/** What the provider has made of a change that is on record: where it is silent, that nothing was charged is not known. */
async function readMade(frame: Frame, of: Subscription): Promise<PaySubscriptionDetails> {
  try {
    return await frame.readThere(of);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'provider_timeout')
      throw new Refusal('payment_outcome_unknown', {}, error);
    throw error;
  }
}

async function changeInRecords(frame: Frame, request: ReadyRequest): Promise<ChangeAnswer> {
  const { did, after } = await recordChange(frame, request);
  const { subscription } = after;
  return frame.answer(did, after, { subscription, to: request.to, made: undefined, charge: null });
}

const recordChange = (frame: Frame, request: ReadyRequest) =>
  frame.commit(request.current, {
    isRepeated: (one) => isRepeated(one, request.as, request.since),
    decide: (one) => {
      const now = frame.app.clock();
      checkPlanChange(one, request, now);
      request.heldTo?.(one);
      return changePlanInRecords(one, request, now);
    },
    thenRelist: true,
  });

/**
 * Has the provider asked for the change, once, as the next step of a reconciliation. What was found there instead is recorded
 * by then: an end, of which nothing can be changed any more, a plan change made there, or an identical request that was
 * faster. Going back to the plan that the provider still charges, after a change in our records alone, needs no call.
 */
async function changeAtProvider(frame: Frame, request: ReadyRequest): Promise<ChangeAnswer | 'again'> {
  const { current } = request;
  const { payReference } = current.subscription;
  const done = await frame.carryOut(current, request, current);
  if (done.is === 'asked') return answerAsked(frame, request, done.step, done.after);
  const there = done.read?.current.reference === payReference ? done.read.current : undefined;
  if (there && isOver(there)) throw new Refusal('plan_change_refused');
  if (done.isKept || !there || !hasPlan(there, request, frame.app.clock())) return 'again';
  const made = await frame.readThere(done.current.subscription);
  const { did, after } = await recordChange(frame, { ...request, current: done.current });
  const { subscription } = after;
  return frame.answer(did, after, { subscription, to: request.to, made, charge: null });
}

/** The answer by what the provider said and the record after it: made, or found made, or refused so. */
async function answerAsked(
  frame: Frame,
  request: ReadyRequest,
  { answer, outcome, underWay }: AskedStep,
  after: Shown,
): Promise<ChangeAnswer> {
  const { as, to, current } = request;
  const { subscription } = after;
  if (answer.ok && answer.value) {
    const made = answer.value;
    const charge = await chargeMade(frame, made, subscription, current.subscription);
    return frame.answer('asked', after, { subscription, to, made, charge });
  }
  const { at = Infinity } = underWay.planIntent ?? {};
  const isDone = subscription.planIntent?.at !== at && isRepeated(subscription, as, at - 1);
  if (isDone) return answerDone(frame, request, 'asked', after);
  throw outcome.is === 'refused' ? outcome.refusal : new Refusal('payment_outcome_unknown');
}

/** What was charged at once for what the provider has made; undefined if it cannot be read: the change is made all the same. */
async function chargeMade(
  frame: Frame,
  { reference }: PaySubscription,
  { merchantId }: Subscription,
  before: Subscription,
): Promise<Charge | null | undefined> {
  try {
    return chargeIn(await frame.readThere({ payReference: reference, merchantId }), before);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The charge of the new subscription's first order, which the provider collects at once; null if it begins later. */
function chargeIn(made: PaySubscriptionDetails, before: Subscription): Charge | null {
  const [first] = made.orders;
  if (!first || beginsLater(before, first.periodStart, made.createdAt)) return null;
  if (first.status !== 'PAID' && first.status !== 'WAITING') return null;
  const paid = first.attempts.find(({ succeeded }) => succeeded);
  return {
    amount: first.amount,
    currency: first.currency ?? before.plan.currency,
    at: paid?.at ?? first.periodStart,
  };
}
