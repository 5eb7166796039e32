import type { SubscriptionApp } from '../app.ts';
import { termsOf, type PlanTerms } from '../billing/plan.ts';
import { changePlan as changed, checkPlanChange } from '../billing/plan-change.ts';
import { periodIsStale, type Subscription } from '../billing/subscription.ts';
import { CLOCK_DIFFERENCE_MS, INTENT_LOOK_UP_AFTER_MS, ORDER_OVERDUE_MS } from '../limits.ts';
import type { Pay, PaySubscription } from '../pay/pay.ts';
import { Refusal } from '../refusal.ts';
import { planFrom, planKey } from '../table/plans.ts';
import {
  findSubscriber,
  referenceDue,
  referencePut,
  subscriberPut,
  type StoredSubscriber,
} from '../table/subscribers.ts';
import { Conflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import type { ChangePlanInput } from '../wire/changes.ts';
import { findReconciled } from './find-reconciled.ts';
import { reconcileSubscriber } from '../reconciliation/reconcile.ts';
import { outcomeUnknown, payClientFor, refusalOf } from '../account/pay-client.ts';
import { publish, outboxEntries } from '../webhooks/outbox.ts';

/** How soon after a change of plan its first order is looked for, should nobody tell of it. */
const FIRST_ORDER_LOOK_MS = ORDER_OVERDUE_MS / 60;

/** How soon after a change that was asked for and not recorded the provider is read again. */
const OUTCOME_LOOK_MS = INTENT_LOOK_UP_AFTER_MS;

/**
 * Moves a subscriber to another plan: in our records alone when named by our ids, at the provider first when named by
 * its references. The provider's new reference leads to the same subscriber, and so do all the older ones, for ever.
 */
export async function changePlan(
  app: SubscriptionApp,
  tenant: Tenant,
  input: ChangePlanInput,
  now: number,
): Promise<{ subscription: Subscription; made: PaySubscription | undefined }> {
  const [planItem, stored] = await Promise.all([
    app.table.get(planKey(tenant.id, input.plan), { consistent: false }),
    findStored(app, tenant, input, now),
  ]);
  if (!planItem) throw new Refusal('plan_not_found');
  const plan = planFrom(planItem);
  if (!plan.active) throw new Refusal('plan_inactive');
  const to = termsOf(plan);
  checkPlanChange(stored.subscription, to);
  const before = stored.subscription;
  const made = input.subscriber.by === 'pay' ? await upgrade(app, tenant, before, to, input) : undefined;
  const { subscription, events } = changed(before, to, made?.reference ?? null, now);
  if (made && periodIsStale(before, app.clock() + CLOCK_DIFFERENCE_MS))
    return { subscription: await byFollowing(app, tenant, subscription), made };
  const telling = outboxEntries(tenant, events, now);
  // The look that was intended sees the first order of a change at once; a later one is looked for in its time.
  const firstOrder =
    made && made.startAt > now + OUTCOME_LOOK_MS ? made.startAt + FIRST_ORDER_LOOK_MS : undefined;
  try {
    await app.table.write([
      subscriberPut(tenant.id, subscription, before, stored.dueAt),
      ...(made ? [referencePut(tenant.id, made.reference, subscription.id, firstOrder)] : []),
      ...telling.changes,
    ]);
  } catch (conflict) {
    if (!(conflict instanceof Conflict) || !made) throw conflict;
    return { subscription: await byFollowing(app, tenant, subscription), made };
  }
  await publish(app, telling);
  return { subscription, made };
}

/** Only a change at the provider needs its charges on record; a change of our records alone never asks it. */
async function findStored(
  app: SubscriptionApp,
  tenant: Tenant,
  { subscriber }: ChangePlanInput,
  now: number,
): Promise<StoredSubscriber> {
  if (subscriber.by === 'svc') return findSubscriber(app, tenant.id, subscriber);
  const id = await intend(app, tenant, subscriber.reference);
  return findReconciled(app, tenant, { by: 'svc', id }, now);
}

/**
 * Before the provider is asked, the reference it is asked by is made due: whatever becomes of the change, and of us, is
 * found by comparing the subscriber with the provider in a minute. Finding the subscriber's id costs no trip besides.
 */
async function intend(app: SubscriptionApp, tenant: Tenant, reference: string): Promise<string> {
  try {
    const item = await app.table.apply(referenceDue(tenant.id, reference, app.clock() + OUTCOME_LOOK_MS));
    return item?.subscriberId as string;
  } catch (conflict) {
    throw conflict instanceof Conflict ? new Refusal('subscriber_not_found', {}, conflict) : conflict;
  }
}

async function upgrade(
  app: SubscriptionApp,
  tenant: Tenant,
  subscription: Subscription,
  to: PlanTerms,
  input: ChangePlanInput,
): Promise<PaySubscription> {
  const pay = await payClientFor(app, tenant);
  const answer = await pay.upgrade({
    reference: subscription.payReference,
    newPlanReference: to.reference,
    period: input.upgradePeriod,
    useTrial: input.useTrial,
    resetRecurrenceCount: input.resetRecurrenceCount,
  });
  if (answer.ok) return answer.value;
  if (!outcomeUnknown(answer)) throw refusalOf(answer, { refused: 'plan_change_refused' });
  const made = await readBack(pay, subscription, to);
  if (made) return made;
  throw new Refusal('payment_outcome_unknown');
}

/** After an unknown outcome: the subscription that took this one's place, if the change was made after all. */
async function readBack(
  pay: Pay,
  subscription: Subscription,
  to: PlanTerms,
): Promise<PaySubscription | undefined> {
  const old = await pay.readSubscription(subscription.payReference);
  if (!old.ok || old.value.status !== 'UPGRADED' || old.value.parentReference === undefined) return undefined;
  const family = await pay.search({ parentReference: old.value.parentReference });
  if (!family.ok) return undefined;
  return family.value
    .filter(
      ({ planReference, createdAt }) => planReference === to.reference && createdAt >= old.value.createdAt,
    )
    .sort((a, b) => b.createdAt - a.createdAt)[0];
}

/**
 * The provider has changed the plan, but our record moved on meanwhile, or the old plan may have been charged for once
 * more just before: comparing the two records all of it, at the latest when the subscriber is due.
 */
async function byFollowing(app: SubscriptionApp, tenant: Tenant, after: Subscription): Promise<Subscription> {
  const outcome = await reconcileSubscriber(app, { tenantId: tenant.id, subscriberId: after.id });
  if (outcome === 'provider silent') return after;
  return (await findSubscriber(app, tenant.id, { by: 'svc', id: after.id })).subscription;
}
