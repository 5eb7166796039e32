import type { PlanRef, SubscriberRef } from '../billing/identifiers.ts';
import { orOutcomeUnknown, payClientFor, refusalOf, valueOrRefuse } from '../pay/client.ts';
import { effectOf } from '../pay/failure.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { accessIsOver, cancelIsDue, refuseOvertaken } from '../billing/cancellation.ts';
import { unchanged, type Decision } from '../billing/decision.ts';
import { isRepeated } from '../billing/last-request.ts';
import { beginsLater, termsOf, type PlanTerms } from '../billing/plan.ts';
import {
  changePlanAtProvider,
  changePlanInRecords,
  checkPlanChange,
  isChosen,
  refuseIntent,
  intendPlan,
  type PlanRequest,
} from '../billing/plan-change.ts';
import { hasEnded, periodIsStale, type Subscription } from '../billing/subscription.ts';
import { commit } from '../commit.ts';
import { IDEMPOTENCY_LEASE_MS, RECONCILE_RETRY_MS } from '../limits.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';
import { hasEndedThere, type PaySubscription, type PaySubscriptionDetails } from '../pay/provider-records.ts';
import { Refusal } from '../refusal.ts';
import { readUntilOver } from '../table/purchases/read-until.ts';
import { findSubscriber, lookUpReference, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import { reconciledIf, reconcileNow } from './find-reconciled.ts';
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
interface PlanChangeRequest extends PlanChange, PlanRequest {
  readonly tenant: Tenant;
  readonly stored: StoredSubscriber;
  /** When it began (epoch ms). */
  readonly since: number;
}

/**
 * Moves a subscriber to another plan. With our ids, only our records change. With the provider's references, the
 * provider is asked for it, once; its new reference then finds the same subscriber, as all older ones still do. Throws
 * `plan_not_found`, `plan_inactive`, `preview_outdated`, `subscriber_not_found`, `already_ended`, `same_plan`, `currency_mismatch`,
 * `plan_change_refused`, `payment_outcome_unknown`, `concurrent_change`, and the refusals of a provider call.
 */
export async function changePlan(
  app: SubscriptionApp,
  tenant: Tenant,
  change: PlanChange,
  since: number,
): Promise<PlanChanged> {
  const { found, plan } = await findWithPlan(app, tenant.id, change);
  const { by } = change.subscriber;
  const to = termsOf(plan);
  const as = `plan:${by}:${to.id}:${change.upgradePeriod}:${change.useTrial}:${change.resetRecurrenceCount}`;
  const stored = by === 'pay' ? await upToDate(app, tenant, found, { to, as }) : found;
  const { subscription } = stored;
  const now = app.clock();
  const { planIntent } = found.subscription;
  const joined = planIntent?.as === as ? planIntent.at - 1 : undefined; // its answer is ours, however long ago it began
  if (isRepeated(subscription, as, joined ?? since)) return answerDone(app, tenant, to, by, subscription);
  if (joined !== undefined && (subscription.planChangedAt ?? 0) > joined)
    throw new Refusal('concurrent_change');
  refuseOvertaken(subscription.planChangedAt, since, now);
  if (!plan.active) throw new Refusal('plan_inactive');
  if (accessIsOver(subscription, now)) throw new Refusal('already_ended');
  checkPlanChange(subscription, { ...change, to, by });
  if (by === 'pay' && cancelIsDue(subscription, now)) throw new Refusal('plan_change_refused');
  refuseOutdated(change.previewId, subscription, { ...change, by, to: plan }, now);
  const request = { ...change, tenant, stored, by, to, as, since };
  return by === 'pay' ? changeAtProvider(app, request) : changeInRecords(app, request);
}

/**
 * The subscriber as of now: an identical request under way has been waited for, the outcome of one that broke off is
 * looked up, and news that decides is recorded: new charges, a failed one that may have been paid, a plan that it has
 * already by a record that may be older than the provider's panel, or a cancellation to send, since otherwise the
 * change's charge would never be collected. Throws `concurrent_change` beside another plan
 * change under way, `operation_in_progress` beside an identical one that takes long, and `payment_outcome_unknown`.
 */
async function upToDate(
  app: SubscriptionApp,
  tenant: Tenant,
  found: StoredSubscriber,
  { to, as }: Pick<PlanRequest, 'to' | 'as'>,
): Promise<StoredSubscriber> {
  const read = () => findSubscriber(app, tenant.id, { by: 'svc', id: found.subscription.id });
  const intent = found.subscription.planIntent;
  const isOver = (one: StoredSubscriber | undefined) => one?.subscription.planIntent?.at !== intent?.at;
  const isUnderWay = intent !== null && app.clock() < intent.at + IDEMPOTENCY_LEASE_MS;
  if (isUnderWay && intent.as !== as) throw new Refusal('concurrent_change');
  const later = intent && (await readUntilOver(app, { running: found, begunAt: intent.at }, read, isOver));
  const current = later ?? found;
  const now = app.clock();
  const isBehind = (one: Subscription) =>
    one.planIntent !== null ||
    (!hasEnded(one) &&
      (one.status === 'PAYMENT_FAILED' ||
        periodIsStale(one, now) ||
        cancelIsDue(one, now) ||
        isChosen(one, to)));
  if (!intent) return reconciledIf(app, tenant, current, isBehind);
  const looked = await reconciledIf(app, tenant, current, isBehind).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  const stored = looked ?? (await read());
  if (!stored.subscription.planIntent) return stored;
  throw new Refusal(looked && isUnderWay ? 'operation_in_progress' : 'payment_outcome_unknown');
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
 * Looks at the provider, records the intent, asks for the change once, and records what was answered. An answer without
 * use is looked up, never asked for again: what the look does not tell, the next one does, a minute later. Going back to
 * the plan that the provider still charges, after a change in our records alone, needs no call that changes anything.
 */
async function changeAtProvider(app: SubscriptionApp, request: PlanChangeRequest): Promise<PlanChanged> {
  const { tenant, since, to, upgradePeriod, useTrial, resetRecurrenceCount } = request;
  const pay = await payClientFor(app, tenant, request.stored.subscription);
  const there = await look(app, pay, request);
  if (!there) return changePlan(app, tenant, request, since);
  const takesEffectNow = upgradePeriod === 'NOW' && !useTrial && there.startAt <= app.clock();
  if (takesEffectNow && there.planReference === to.reference)
    return { ...(await changeInRecords(app, request)), made: there };

  const stored = await recordIntent(app, request);
  if (!stored) return changePlan(app, tenant, request, since); // an identical request was a moment faster
  const intended = { ...request, stored };
  const named = { reference: there.reference, newPlanReference: to.reference };
  const answer = await pay.upgrade({ ...named, period: upgradePeriod, useTrial, resetRecurrenceCount });
  if (answer.ok) return recordMade(app, pay, intended, answer.value);
  if (effectOf(answer) === 'none') return recordRefusal(app, intended, answer);
  const { stored: looked } = await reconcileNow(app, tenant, stored.subscription.id);
  return answerOutcome(app, intended, looked.subscription, new Refusal('payment_outcome_unknown'));
}

/**
 * Reads the provider just before it is asked. Undefined if a plan change was made there: it is recorded first, as is an
 * end, of which nothing can be changed any more.
 */
async function look(
  app: SubscriptionApp,
  pay: Pay,
  { tenant, stored }: PlanChangeRequest,
): Promise<PaySubscriptionDetails | undefined> {
  const { id, payReference } = stored.subscription;
  const { current } = valueOrRefuse(await pay.lineage(payReference));
  const isOver = current.reference === payReference && hasEndedThere(current);
  if (current.reference === payReference && !isOver) return current;
  const { outcome } = await reconcileNow(app, tenant, id);
  if (outcome !== 'reconciled') throw refusalOf(outcome);
  if (isOver) throw new Refusal('plan_change_refused');
  return undefined;
}

/** Records the intent. Undefined if an identical request has; throws `concurrent_change` if another has changed the plan. */
async function recordIntent(
  app: SubscriptionApp,
  request: PlanChangeRequest,
): Promise<StoredSubscriber | undefined> {
  const { tenant, stored, as, since } = request;
  const { payReference } = stored.subscription;
  const decide = ({ subscription }: StoredSubscriber): Decision | undefined => {
    if (subscription.planIntent?.as === as || isRepeated(subscription, as, since)) return undefined;
    if (subscription.planIntent || subscription.payReference !== payReference)
      throw new Refusal('concurrent_change');
    checkPlanChange(subscription, request);
    return unchanged(intendPlan(subscription, request, app.clock()));
  };
  const { subscription, decision } = await commit(app, { tenant, stored, causedBy: causeOf(app), decide });
  return decision && { ...stored, subscription };
}

/** Records the change that the provider has made, unless a reconciliation has recorded it first. */
async function recordMade(
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
    const now = app.clock();
    const changed = changePlanAtProvider(subscription, to, { ...made, trialEnd: made.trialEnd ?? null }, now);
    return { ...changed, reconcileAt: now + RECONCILE_RETRY_MS }; // its charge, if the message below is lost
  };
  const thenReconcile = { kind: 'subscriber', tenantId: tenant.id, subscriberId: id } as const;
  const [{ subscription }, charge] = await Promise.all([
    orOutcomeUnknown(commit(app, { tenant, stored, causedBy: causeOf(app), decide, thenReconcile })),
    chargeOf(pay, made, stored.subscription),
  ]);
  return { subscription, to, made, charge };
}

/** Records that the provider has refused, for those who ask for the same at this moment, and throws it. */
async function recordRefusal(
  app: SubscriptionApp,
  request: PlanChangeRequest,
  failure: PayFailure,
): Promise<PlanChanged> {
  const { tenant, stored, as } = request;
  const refusal = refusalOf(failure, { declined: 'payment_refused', refused: 'plan_change_refused' });
  const decide = ({ subscription }: StoredSubscriber): Decision | undefined =>
    subscription.planIntent?.as === as
      ? unchanged(refuseIntent(subscription, refusal, app.clock()))
      : undefined;
  const { subscription } = await commit(app, { tenant, stored, causedBy: causeOf(app), decide });
  return answerOutcome(app, request, subscription, refusal);
}

/** The answer to an intent by the record after it: done, or refused there, or else refused so. */
async function answerOutcome(
  app: SubscriptionApp,
  { tenant, stored, to, by, as }: PlanChangeRequest,
  subscription: Subscription,
  otherwise: Refusal,
): Promise<PlanChanged> {
  const { at = Infinity } = stored.subscription.planIntent ?? {};
  const isDone = subscription.planIntent?.at !== at && isRepeated(subscription, as, at - 1);
  if (!isDone) throw otherwise;
  return answerDone(app, tenant, to, by, subscription);
}

/** What a change of `before` charges at once; null if it charges nothing now, or if the provider cannot be read. */
async function chargeOf(pay: Pay, made: PaySubscription, before: Subscription): Promise<Charge | null> {
  const details = await pay.readSubscription(made.reference);
  return details.ok ? chargeIn(details.value, before) : null;
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
