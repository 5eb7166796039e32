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

/** What a change of plan asks for. Period, trial and recurrence matter only where the provider makes the change. */
export interface PlanChange {
  readonly subscriber: SubscriberRef;
  readonly plan: PlanRef;
  readonly resetRecurrenceCount: boolean;
  readonly useTrial: boolean;
  readonly upgradePeriod: 'NOW' | 'NEXT_PERIOD';
}

/** The subscription as it is then, and what the provider made and charged where it was asked. */
export interface PlanChanged {
  readonly subscription: Subscription;
  readonly to: PlanTerms;
  readonly made: PaySubscription | undefined;
  readonly charge: Charge | null;
}

/**
 * Moves a subscriber to another plan: in our records alone when named by our ids, at the provider first when named by
 * its references. The provider's new reference leads to the same subscriber, and so do all the older ones, for ever.
 * Throws `plan_not_found`, `plan_inactive`, `subscriber_not_found`, `already_ended`, `same_plan`, `currency_mismatch`,
 * `plan_change_refused`, `payment_outcome_unknown`, and what else stands in the way of asking the provider.
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
  if (isJustChanged(stored.subscription, to, change.subscriber.by, now))
    return answeredAlike(app, tenant, stored.subscription, to, change.subscriber, now);
  if (accessIsOver(stored.subscription, now)) throw new Refusal('already_ended');
  checkPlanChange(stored.subscription, to, change.subscriber.by);
  return change.subscriber.by === 'pay'
    ? changeAtProvider(app, tenant, stored, to, change, now)
    : changeHere(app, tenant, stored, to, now);
}

/** Another request made the same change while this one was on its way: this one gets the same answer. */
async function answeredAlike(
  app: SubscriptionApp,
  tenant: Tenant,
  subscription: Subscription,
  to: PlanTerms,
  { by }: SubscriberRef,
  now: number,
): Promise<PlanChanged> {
  if (by === 'svc') return { subscription, to, made: undefined, charge: null };
  const pay = await payClientFor(app, tenant);
  const made = valueOrRefuse(await pay.readSubscription(subscription.payReference));
  return { subscription, to, made, charge: chargeIn(made, now) };
}

async function changeHere(
  app: SubscriptionApp,
  tenant: Tenant,
  stored: StoredSubscriber,
  to: PlanTerms,
  now: number,
): Promise<PlanChanged> {
  const decide = ({ subscription }: StoredSubscriber) => {
    // An identical request at the same moment has just made the change.
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
 * The change is made at the provider, then recorded; from then on nothing can make it fail. Where our records alone had
 * left the plan that the provider charges, there is nothing to be made or charged again.
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
  // Whatever becomes of the change, and of us, is found then.
  const named = { tenantId: tenant.id, subscriberId: id, reference: payReference };
  await reconcileLater(app, named, INTENT_LOOK_UP_AFTER_MS);
  let made: PaySubscription;
  try {
    made = await upgradeAtProvider(pay, stored.subscription, to, change);
  } catch (refusal) {
    // What refused it may be an identical request that has had it made, and recorded it.
    const { subscription } = await findSubscriber(app, tenant.id, { by: 'svc', id });
    if (!isJustChanged(subscription, to, 'pay', now)) throw refusal;
    return answeredAlike(app, tenant, subscription, to, change.subscriber, now);
  }
  return recordMade(app, tenant, pay, stored, to, made);
}

/** Records the change that the provider has made, unless a reconciliation has met it first. */
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
    chargeOf(pay, made, app.clock()),
  ]);
  const subscription = recorded ?? (await findSubscriber(app, tenant.id, { by: 'svc', id })).subscription;
  return { subscription, to, made, charge };
}

/** Whether a reconciliation has met the reference meanwhile, and recorded the change, and maybe what followed it. */
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
 * Only a change at the provider needs its charges on record, and a cancellation that can no longer be undone carried out
 * first: what the change charges would never be collected. A change of our records alone never asks it.
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
