import { orOutcomeUnknown, payClientFor, valueOrRefuse } from '../pay/client.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { accessIsOver, cancelIsDue, isLateRepeat, refuseOvertaken } from '../billing/cancellation.ts';
import { termsOf, type PlanTerms } from '../billing/plan.ts';
import {
  changePlanAtProvider,
  changePlanInRecords,
  checkPlanChange,
  isChosen,
  isJustChanged,
  type PlanRequest,
} from '../billing/plan-change.ts';
import { hasEnded, periodIsStale, type Subscription } from '../billing/subscription.ts';
import { commit } from '../commit.ts';
import { CLOCK_DIFFERENCE_MS, INTENT_LOOK_UP_AFTER_MS } from '../limits.ts';
import type { Pay } from '../pay/pay.ts';
import type { PaySubscription } from '../pay/provider-records.ts';
import { reconcileLater } from '../publish.ts';
import { Refusal } from '../refusal.ts';
import { findPlan, type PlanRef } from '../table/subscribers/plans.ts';
import {
  findSubscriber,
  lookUpReference,
  type StoredSubscriber,
  type SubscriberRef,
} from '../table/subscribers/subscribers.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import {
  chargeIn,
  chargeOf,
  readIfOnPlan,
  upgradeAtProvider,
  type Charge,
  type UpgradeOptions,
} from './upgrade.ts';
import { refuseOutdated } from './preview-change.ts';
import { reconciledIf, reconcileNow } from './find-reconciled.ts';

/** A requested plan change. The options apply only to changes at the provider. */
export interface PlanChange extends UpgradeOptions {
  readonly subscriber: SubscriberRef;
  readonly plan: PlanRef;
  /** The preview that it must not differ from. */
  readonly previewId?: string | undefined;
}

/** The changed subscription, and the provider's new subscription and charge, if the provider was called. */
export interface PlanChanged {
  readonly subscription: Subscription;
  readonly to: PlanTerms;
  readonly made: PaySubscription | undefined;
  readonly charge: Charge | null;
}

/**
 * Moves a subscriber to another plan. With our ids, only our records change. With the provider's references, the
 * provider changes the plan first; its new reference then finds the same subscriber, as all older ones still do. Throws
 * `plan_not_found`, `plan_inactive`, `preview_outdated`, `subscriber_not_found`, `already_ended`, `same_plan`, `currency_mismatch`,
 * `plan_change_refused`, `payment_outcome_unknown`, `concurrent_change`, and the refusals of a provider call.
 */
export async function changePlan(
  app: SubscriptionApp,
  tenant: Tenant,
  change: PlanChange,
  since: number,
): Promise<PlanChanged> {
  const now = app.clock();
  const [plan, found] = await Promise.all([
    findPlan(app, tenant.id, change.plan),
    findSubscriber(app, tenant.id, change.subscriber),
  ]);
  const { by } = change.subscriber;
  const to = termsOf(plan);
  const stored = await reconciledIf(app, tenant, found, (one) => by === 'pay' && isBehind(one, to, now));
  const { subscription } = stored;
  // Repeated late, it may have been carried out meanwhile, by the clock of the provider.
  const madeSince = isLateRepeat(since, now) ? since - CLOCK_DIFFERENCE_MS : since;
  const request = { ...change, tenant, stored, by, to, since: madeSince };
  if (isJustChanged(subscription, request)) return answerDuplicate(app, request, subscription);
  refuseOvertaken(subscription.planChangedAt, since, now);
  if (!plan.active) throw new Refusal('plan_inactive');
  if (accessIsOver(subscription, now)) throw new Refusal('already_ended');
  checkPlanChange(subscription, request);
  if (by === 'pay' && cancelIsDue(subscription, now)) throw new Refusal('plan_change_refused');
  refuseOutdated(change.previewId, subscription, { ...change, by, to: plan }, now);
  return by === 'pay' ? changeAtProvider(app, request) : changeInRecords(app, request);
}

/** A plan change with what was read for it; the provider dates it no earlier than `since` (epoch ms). */
interface PlanChangeRequest extends PlanChange, PlanRequest {
  readonly tenant: Tenant;
  readonly stored: StoredSubscriber;
}

/** The answer if an identical, concurrent request has made the change. */
async function answerDuplicate(
  app: SubscriptionApp,
  { tenant, to, by }: PlanChangeRequest,
  subscription: Subscription,
): Promise<PlanChanged> {
  if (by === 'svc') return { subscription, to, made: undefined, charge: null };
  const pay = await payClientFor(app, tenant);
  const made = valueOrRefuse(await pay.readSubscription(subscription.payReference));
  return { subscription, to, made, charge: chargeIn(made, subscription) };
}

async function changeInRecords(app: SubscriptionApp, request: PlanChangeRequest): Promise<PlanChanged> {
  const { tenant, stored, to } = request;
  const decide = ({ subscription }: StoredSubscriber) => {
    if (isJustChanged(subscription, request)) return undefined;
    checkPlanChange(subscription, request);
    return changePlanInRecords(subscription, to, app.clock());
  };
  const change = { tenant, stored, causedBy: causeOf(app), decide, thenRelist: true };
  const { subscription } = await commit(app, change);
  return { subscription, to, made: undefined, charge: null };
}

/**
 * Makes the change at the provider, then records it. Going back to the plan that the provider still charges, after a
 * change in our records alone, needs no call that changes anything there.
 */
async function changeAtProvider(app: SubscriptionApp, request: PlanChangeRequest): Promise<PlanChanged> {
  const { tenant, stored, to, upgradePeriod, useTrial } = request;
  const pay = await payClientFor(app, tenant);
  const takesEffectNow = upgradePeriod === 'NOW' && !useTrial;
  const running = takesEffectNow && (await readIfOnPlan(pay, stored.subscription, to, app.clock()));
  if (running) return { ...(await changeInRecords(app, request)), made: running };
  const { id, payReference } = stored.subscription;
  // This reconciliation records the change even if this process crashes after the call.
  const named = { tenantId: tenant.id, subscriberId: id, reference: payReference };
  await reconcileLater(app, named, INTENT_LOOK_UP_AFTER_MS);
  let made: PaySubscription;
  try {
    made = await upgradeAtProvider(pay, stored.subscription, to, request);
  } catch (refusal) {
    return answerAfterRefusal(app, request, refusal);
  }
  return recordPlanChange(app, pay, request, made);
}

/**
 * The answer if the call has failed. The provider may have refused because an identical request has just made the change,
 * because another request has made another, or because a change made in its panel was not on record: after that one the
 * request is carried out. Otherwise throws the `refusal`.
 */
async function answerAfterRefusal(
  app: SubscriptionApp,
  request: PlanChangeRequest,
  refusal: unknown,
): Promise<PlanChanged> {
  const { tenant, stored, since } = request;
  const { id, payReference } = stored.subscription;
  const isRefused = refusal instanceof Refusal && refusal.code === 'plan_change_refused';
  const { subscription } = isRefused
    ? (await reconcileNow(app, tenant, id)).stored
    : await findSubscriber(app, tenant.id, { by: 'svc', id });

  if (isJustChanged(subscription, request)) return answerDuplicate(app, request, subscription);
  if (!isRefused || subscription.payReference === payReference) throw refusal;
  if ((subscription.planChangedAt ?? 0) > since) throw new Refusal('concurrent_change');
  return changePlan(app, tenant, request, since);
}

/** Records the change that the provider has made, unless a reconciliation has recorded it first. */
async function recordPlanChange(
  app: SubscriptionApp,
  pay: Pay,
  { tenant, stored, to }: PlanChangeRequest,
  made: PaySubscription,
): Promise<PlanChanged> {
  const { id } = stored.subscription;
  const decide = async ({ subscription }: StoredSubscriber) => {
    const isOvertaken = subscription.revision !== stored.subscription.revision;
    const isRecorded = isOvertaken && (await lookUpReference(app, tenant.id, made.reference)) === id;
    if (hasEnded(subscription) || isRecorded) return undefined;
    return changePlanAtProvider(subscription, to, { ...made, trialEnd: made.trialEnd ?? null }, app.clock());
  };
  const thenReconcile = { kind: 'subscriber', tenantId: tenant.id, subscriberId: id } as const;
  const [{ subscription }, charge] = await Promise.all([
    orOutcomeUnknown(commit(app, { tenant, stored, causedBy: causeOf(app), decide, thenReconcile })),
    chargeOf(pay, made, stored.subscription),
  ]);
  return { subscription, to, made, charge };
}

/**
 * Whether to reconcile before a change at the provider: if new charges are due or a failed one may have been paid, if a
 * cancellation must be sent, since otherwise the change's charge would never be collected, or if it has the plan already,
 * by a record that may be older than a change in the provider's panel. What has ended stays so.
 */
const isBehind = (one: Subscription, to: PlanTerms, now: number): boolean =>
  !hasEnded(one) &&
  (one.status === 'PAYMENT_FAILED' || periodIsStale(one, now) || cancelIsDue(one, now) || isChosen(one, to));
