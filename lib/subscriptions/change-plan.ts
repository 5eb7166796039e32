import { orOutcomeUnknown, payClientFor, valueOrRefuse } from '../account/pay-client.ts';
import type { SubscriptionApp } from '../app.ts';
import { cancelIsDue, accessIsOver } from '../billing/cancellation.ts';
import { termsOf, type PlanTerms } from '../billing/plan.ts';
import {
  changePlanAtProvider,
  changePlanHere,
  checkPlanChange,
  isJustChanged,
} from '../billing/plan-change.ts';
import { hasEnded, periodIsStale, type Subscription } from '../billing/subscription.ts';
import { commit } from '../commit.ts';
import { INTENT_LOOK_UP_AFTER_MS } from '../limits.ts';
import type { Pay } from '../pay/pay.ts';
import type { PaySubscription } from '../pay/provider-records.ts';
import { reconcileLater } from '../publish.ts';
import { Refusal } from '../refusal.ts';
import { planFrom, planKey, type PlanRef } from '../table/plans.ts';
import { findSubscriber, type StoredSubscriber, type SubscriberRef } from '../table/subscribers.ts';
import { key } from '../table/schema.ts';
import type { Tenant } from '../table/tenants.ts';
import { requested } from '../table/timeline.ts';
import { chargeIn, chargeOf, runningOn, upgradeAtProvider, type Charge } from './upgrade.ts';
import { findReconciled } from './find-reconciled.ts';

/** A requested plan change. Period, trial and recurrence apply only at the provider. */
export interface PlanChange {
  readonly subscriber: SubscriberRef;
  readonly plan: PlanRef;
  readonly resetRecurrenceCount: boolean;
  readonly useTrial: boolean;
  readonly upgradePeriod: 'NOW' | 'NEXT_PERIOD';
}

/** The changed subscription, and what the provider made and charged, if it was called. */
export interface PlanChanged {
  readonly subscription: Subscription;
  readonly to: PlanTerms;
  readonly made: PaySubscription | undefined;
  readonly charge: Charge | null;
}

/**
 * Moves a subscriber to another plan: by our ids in our records alone, by the provider's references at the provider
 * first. The provider's new reference leads to the same subscriber, as all older ones do, for ever. Throws
 * `plan_not_found`, `plan_inactive`, `subscriber_not_found`, `already_ended`, `same_plan`, `currency_mismatch`,
 * `plan_change_refused`, `payment_outcome_unknown`, and the refusals of a provider call.
 */
export async function changePlan(
  app: SubscriptionApp,
  tenant: Tenant,
  change: PlanChange,
  now: number,
): Promise<PlanChanged> {
  const [to, stored] = await Promise.all([
    findActivePlan(app, tenant.id, change.plan),
    findStored(app, tenant, change.subscriber, now),
  ]);
  if (isJustChanged(stored.subscription, to, change.subscriber.by, now, change.upgradePeriod))
    return answeredAlike(app, tenant, stored.subscription, to, change.subscriber);
  if (accessIsOver(stored.subscription, now)) throw new Refusal('already_ended');
  checkPlanChange(stored.subscription, to, change.subscriber.by);
  return change.subscriber.by === 'pay'
    ? changeAtProvider(app, tenant, stored, to, change, now)
    : changeHere(app, tenant, stored, to, now);
}

/** The answer for a request whose identical, concurrent twin has made the change. */
async function answeredAlike(
  app: SubscriptionApp,
  tenant: Tenant,
  subscription: Subscription,
  to: PlanTerms,
  { by }: SubscriberRef,
): Promise<PlanChanged> {
  if (by === 'svc') return { subscription, to, made: undefined, charge: null };
  const pay = await payClientFor(app, tenant);
  const made = valueOrRefuse(await pay.readSubscription(subscription.payReference));
  return { subscription, to, made, charge: chargeIn(made, subscription) };
}

async function changeHere(
  app: SubscriptionApp,
  tenant: Tenant,
  stored: StoredSubscriber,
  to: PlanTerms,
  now: number,
): Promise<PlanChanged> {
  const decide = ({ subscription }: StoredSubscriber) => {
    // An identical, concurrent request has just made the change.
    if (isJustChanged(subscription, to, 'svc', now)) return undefined;
    checkPlanChange(subscription, to, 'svc');
    return changePlanHere(subscription, to, app.clock());
  };
  const recorded = await commit(app, { tenant, stored, causedBy: requested(app), decide, thenList: true });
  const { id } = stored.subscription;
  const subscription = recorded ?? (await findSubscriber(app, tenant.id, { by: 'svc', id })).subscription;
  return { subscription, to, made: undefined, charge: null };
}

/**
 * Makes the change at the provider, then records it; after that nothing can fail it. If only our records had left the
 * plan that the provider still charges, nothing is made or charged there.
 */
async function changeAtProvider(
  app: SubscriptionApp,
  tenant: Tenant,
  stored: StoredSubscriber,
  to: PlanTerms,
  change: PlanChange,
  now: number,
): Promise<PlanChanged> {
  const pay = await payClientFor(app, tenant);
  const isAtOnce = change.upgradePeriod === 'NOW' && !change.useTrial;
  const there = isAtOnce && (await runningOn(pay, stored.subscription, to, now));
  if (there) return { ...(await changeHere(app, tenant, stored, to, now)), made: there };
  const { id, payReference } = stored.subscription;
  // Finds out what happened to the change, even if this process dies.
  const named = { tenantId: tenant.id, subscriberId: id, reference: payReference };
  await reconcileLater(app, named, INTENT_LOOK_UP_AFTER_MS);
  let made: PaySubscription;
  try {
    made = await upgradeAtProvider(pay, stored.subscription, to, change);
  } catch (refusal) {
    // It may have been refused because an identical request has made and recorded it.
    const { subscription } = await findSubscriber(app, tenant.id, { by: 'svc', id });
    if (!isJustChanged(subscription, to, 'pay', now, change.upgradePeriod)) throw refusal;
    return answeredAlike(app, tenant, subscription, to, change.subscriber);
  }
  return recordMade(app, tenant, pay, stored, to, made);
}

/** Records the change that the provider has made, unless a reconciliation has recorded it first. */
async function recordMade(
  app: SubscriptionApp,
  tenant: Tenant,
  pay: Pay,
  stored: StoredSubscriber,
  to: PlanTerms,
  made: PaySubscription,
): Promise<PlanChanged> {
  const { id } = stored.subscription;
  const { reference, createdAt, startAt, trialEnd = null } = made;
  const at = { reference, createdAt, startAt, trialEnd };
  const decide = async ({ subscription }: StoredSubscriber) => {
    const isOvertaken = subscription.revision !== stored.subscription.revision;
    if (hasEnded(subscription) || (isOvertaken && (await isRecorded(app, tenant.id, id, reference))))
      return undefined;
    return changePlanAtProvider(subscription, to, at, app.clock());
  };
  const thenReconcile = { kind: 'subscriber', tenantId: tenant.id, subscriberId: id } as const;
  const [recorded, charge] = await Promise.all([
    orOutcomeUnknown(commit(app, { tenant, stored, causedBy: requested(app), decide, thenReconcile })),
    chargeOf(pay, made, stored.subscription),
  ]);
  const subscription = recorded ?? (await findSubscriber(app, tenant.id, { by: 'svc', id })).subscription;
  return { subscription, to, made, charge };
}

/** Whether a reconciliation has met the new reference and recorded the change, and possibly later ones. */
async function isRecorded(
  app: SubscriptionApp,
  tenant: string,
  subscriberId: string,
  reference: string,
): Promise<boolean> {
  const item = await app.table.get(key.reference(tenant, reference), { consistent: true });
  return item?.subscriberId === subscriberId;
}

async function findActivePlan(app: SubscriptionApp, tenant: string, ref: PlanRef): Promise<PlanTerms> {
  const item = await app.table.get(planKey(tenant, ref), { consistent: false });
  if (!item) throw new Refusal('plan_not_found');
  const plan = planFrom(item);
  if (!plan.active) throw new Refusal('plan_inactive');
  return termsOf(plan);
}

/**
 * A change at the provider needs recent charges on record, and a final cancellation sent first: otherwise what the
 * change charges would never be collected. A change in our records alone never calls the provider.
 */
function findStored(
  app: SubscriptionApp,
  tenant: Tenant,
  ref: SubscriberRef,
  now: number,
): Promise<StoredSubscriber> {
  if (ref.by === 'svc') return findSubscriber(app, tenant.id, ref);
  const isBehind = (subscription: Subscription) =>
    periodIsStale(subscription, now) || cancelIsDue(subscription, now);
  return findReconciled(app, tenant, ref, now, isBehind);
}
