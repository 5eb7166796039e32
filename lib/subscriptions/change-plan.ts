import { type PlanRef, type SubscriberRef, storedId } from '../billing/identifiers.ts';
import { payClientFor, refusalOf, valueOrRefuse } from '../pay/client.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { refuseOvertaken } from '../billing/cancellation.ts';
import { isRepeated } from '../billing/last-request.ts';
import { hasPlan, type WantedPlan } from '../billing/next-step.ts';
import { beginsLater, termsOf, type PlanTerms } from '../billing/plan.ts';
import { changePlanInRecords, checkPlanChange } from '../billing/plan-change.ts';
import { isOver } from '../billing/provider-snapshot.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commit } from '../commit.ts';
import type { PaySubscription, PaySubscriptionDetails } from '../pay/provider-records.ts';
import { reconcileWith } from '../reconciliation/reconcile.ts';
import type { AskedStep } from '../reconciliation/take-step.ts';
import { Refusal } from '../refusal.ts';
import { findSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import { explained } from './explained.ts';
import { asDecidedOn, refuseImpossible, requestName } from './decide-plan-change.ts';
import { findWithPlan } from './find.ts';
import { refuseOutdated } from './preview-change.ts';

/** A requested plan change. The options apply only to changes at the provider. */
export interface PlanChange {
  readonly subscriber: SubscriberRef;
  readonly plan: PlanRef;
  readonly upgradePeriod: 'NOW' | 'NEXT_PERIOD';
  readonly useTrial: boolean;
  readonly resetRecurrenceCount: boolean;
  /** The preview that it must not differ from. */
  readonly previewId?: string | undefined;
}

/** The changed subscription, and the provider's new subscription and charge, if the provider has made the change. */
export interface PlanChanged {
  readonly subscription: Subscription;
  readonly to: PlanTerms;
  readonly made: PaySubscription | undefined;
  readonly charge: Charge | null;
}

/** What a plan change charged at once: a two-decimal amount, and when (epoch ms). */
export interface Charge {
  readonly amount: string;
  readonly currency: string;
  readonly at: number;
}

/** A plan change with what was read for it. */
interface PlanChangeRequest extends PlanChange, WantedPlan {
  readonly tenant: Tenant;
  readonly stored: StoredSubscriber;
}

/**
 * Moves a subscriber to another plan. With our ids, only our records change. With the provider's references, the
 * provider is asked for it, once; its new reference then finds the same subscriber, as all older ones still do. Throws
 * `plan_not_found`, `plan_inactive`, `preview_outdated`, `subscriber_not_found`, `already_ended`, `same_plan`, `currency_mismatch`,
 * `plan_change_refused`, `payment_outcome_unknown`, `concurrent_change`, and the refusals of a provider call.
 */
export const changePlan = (
  app: SubscriptionApp,
  tenant: Tenant,
  change: PlanChange,
  since: number,
): Promise<PlanChanged> =>
  explained(app, { tenant, verb: 'change-plan', ref: change.subscriber }, async (line) => {
    const changed = await planChanged(app, tenant, change, since);
    line.did = change.subscriber.by === 'pay' ? 'asked' : 'recorded';
    line.one = changed.subscription;
    return changed;
  });

async function planChanged(
  app: SubscriptionApp,
  tenant: Tenant,
  change: PlanChange,
  since: number,
): Promise<PlanChanged> {
  const { found, plan } = await findWithPlan(app, tenant.id, change);
  const { by } = change.subscriber;
  const to = termsOf(plan);
  const as = requestName({ ...change, by, to });
  const stored = await asDecidedOn(app, tenant, found, { by, to, as });
  const { subscription } = stored;
  const now = app.clock();
  const { planIntent } = found.subscription;
  const joined = planIntent?.as === as ? planIntent.at - 1 : undefined; // its answer is ours, however long ago it began
  if (isRepeated(subscription, as, joined ?? since)) return answerDone(app, tenant, to, by, subscription);
  if (joined !== undefined && (subscription.planChangedAt ?? 0) > joined)
    throw new Refusal('concurrent_change');
  refuseOvertaken(subscription.planChangedAt, since, now);
  refuseImpossible(subscription, { ...change, by, to: plan }, now);
  refuseOutdated(change.previewId, subscription, { ...change, by, to: plan }, now);
  const request = { ...change, is: 'plan', tenant, stored, by, to, as, since } as const;
  return by === 'pay' ? changeAtProvider(app, request) : changeInRecords(app, request);
}

/** The answer to a change that is on record: what the provider has made is read there. */
async function answerDone(
  app: SubscriptionApp,
  tenant: Tenant,
  to: PlanTerms,
  by: 'pay' | 'svc',
  subscription: Subscription,
): Promise<PlanChanged> {
  if (by === 'svc') return { subscription, to, made: undefined, charge: null };
  const pay = await payClientFor(app, tenant, subscription);
  const made = valueOrRefuse(await pay.readSubscription(subscription.payReference));
  return { subscription, to, made, charge: chargeIn(made, subscription) };
}

async function changeInRecords(app: SubscriptionApp, request: PlanChangeRequest): Promise<PlanChanged> {
  const { tenant, stored, to, as, since } = request;
  const decide = ({ subscription }: StoredSubscriber) => {
    if (isRepeated(subscription, as, since)) return undefined;
    checkPlanChange(subscription, request);
    return changePlanInRecords(subscription, request, app.clock());
  };
  const change = { tenant, stored, causedBy: causeOf(app), decide, thenRelist: true };
  const { subscription } = await commit(app, change);
  return { subscription, to, made: undefined, charge: null };
}

/**
 * Has the provider asked for the change, once, as the next step of a reconciliation. What was found there instead is recorded
 * by then: an end, of which nothing can be changed any more, a plan change made there, or an identical request that was a
 * moment faster. Going back to the plan that the provider still charges, after a change in our records alone, needs no call.
 */
async function changeAtProvider(app: SubscriptionApp, request: PlanChangeRequest): Promise<PlanChanged> {
  const { tenant, since, to, by, stored } = request;
  const { id, payReference } = stored.subscription;
  const named = { tenantId: tenant.id, subscriberId: id };
  const { outcome, taken, read } = await reconcileWith(app, named, causeOf(app), request, stored);
  const again = () => findSubscriber(app, tenant.id, { by: 'svc', id: storedId(id) });
  if (taken?.is === 'asked') {
    const after = taken.outcome.is === 'unknown' ? (await again()).subscription : taken.after;
    return answerAsked(app, request, taken, after);
  }
  if (outcome === 'overtaken') throw new Refusal('concurrent_change');
  if (outcome !== 'reconciled') throw refusalOf(outcome);
  const there = read?.current.reference === payReference ? read.current : undefined;
  if (there && isOver(there)) throw new Refusal('plan_change_refused');
  if (!taken && there && hasPlan(there, request, app.clock())) {
    const { subscription } = await changeInRecords(app, { ...request, stored: await again() });
    return { ...(await answerDone(app, tenant, to, by, subscription)), charge: null };
  }
  return planChanged(app, tenant, request, since);
}

/** The answer by what the provider said and the record after it: made, or found made, or refused so. */
async function answerAsked(
  app: SubscriptionApp,
  { tenant, stored, to, by, as }: PlanChangeRequest,
  { answer, outcome, underWay }: AskedStep,
  subscription: Subscription,
): Promise<PlanChanged> {
  if (answer.ok && answer.value) {
    const pay = await payClientFor(app, tenant, subscription);
    const details = await pay.readSubscription(answer.value.reference);
    const charge = details.ok ? chargeIn(details.value, stored.subscription) : null;
    return { subscription, to, made: answer.value, charge };
  }
  const { at = Infinity } = underWay.planIntent ?? {};
  const isDone = subscription.planIntent?.at !== at && isRepeated(subscription, as, at - 1);
  if (isDone) return answerDone(app, tenant, to, by, subscription);
  throw outcome.is === 'refused' ? outcome.refusal : new Refusal('payment_outcome_unknown');
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
