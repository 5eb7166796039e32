import type { SubscriptionApp } from '../app.ts';
import {
  cancelAtPeriodEnd,
  cancelIsDue,
  cancelSent,
  endIfOver,
  undoCancel,
  type Decision,
} from '../billing/cancellation.ts';
import { nextReconciliationAt } from '../billing/next-reconciliation.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import { customerEnded } from '../table/customers.ts';
import {
  findSubscriber,
  subscriberPut,
  type StoredSubscriber,
  type SubscriberRef,
} from '../table/subscribers.ts';
import type { Tenant } from '../table/tenants.ts';
import { findReconciled } from './find-reconciled.ts';
import { reconcileSubscriber } from '../reconciliation/reconcile.ts';
import { payClientFor, valueOrRefuse } from '../account/pay-client.ts';
import { publish, outboxEntries } from '../webhooks/outbox.ts';
import { errorFields } from '../log.ts';

/**
 * Schedules the end of a subscription. Named by its provider's reference, the provider carries it out in time: at once
 * where there is nothing left to undo, but not before it is on record.
 */
export async function cancel(
  app: SubscriptionApp,
  tenant: Tenant,
  choice: SubscriberRef,
  now: number,
): Promise<Subscription> {
  const stored = await findReconciled(app, tenant, choice, now);
  const decided = escalateToProvider(cancelAtPeriodEnd(stored.subscription, choice.by, now), choice);
  if (decided.subscription === stored.subscription) return stored.subscription;
  const known = choice.by === 'pay' ? await knownAtProvider(app, tenant, decided) : decided;
  const ended = endIfOver(known.subscription, now);
  const events = [...known.events, ...ended.events];
  const recorded = await commit(app, tenant, stored, { subscription: ended.subscription, events }, now);
  return cancelIsDue(recorded, now) ? carriedOut(app, tenant, recorded) : recorded;
}

/** A cancellation that was only ours becomes the provider's too when it is repeated by the provider's reference. */
function escalateToProvider(decided: Decision, choice: SubscriberRef): Decision {
  const { subscription } = decided;
  const { cancellation } = subscription;
  if (choice.by !== 'pay' || cancellation?.by !== 'svc') return decided;
  const after = {
    ...subscription,
    revision: subscription.revision + 1,
    cancellation: { ...cancellation, by: choice.by },
  };
  return { subscription: after, events: decided.events };
}

/** Sees that the provider has the subscription, and whether it has ended there already. */
async function knownAtProvider(app: SubscriptionApp, tenant: Tenant, decided: Decision): Promise<Decision> {
  const { subscription } = decided;
  const pay = await payClientFor(app, tenant);
  const there = valueOrRefuse(await pay.readSubscription(subscription.payReference));
  const over = there.status === 'CANCELLED' || there.status === 'EXPIRED';
  return over ? { ...decided, subscription: cancelSent(subscription) } : decided;
}

/**
 * Whatever goes wrong leaves the cancellation recorded and due: it is sent again until the provider has it. So the
 * caller is told that it stands, and not to try again.
 */
async function carriedOut(
  app: SubscriptionApp,
  tenant: Tenant,
  recorded: Subscription,
): Promise<Subscription> {
  const { id } = recorded;
  try {
    await reconcileSubscriber(app, { tenantId: tenant.id, subscriberId: id });
    return (await findSubscriber(app, tenant.id, { by: 'svc', id })).subscription;
  } catch (error) {
    app.log.warn('cancellation recorded, and to be sent later', { subscriberId: id, ...errorFields(error) });
    return recorded;
  }
}

/** Takes a scheduled cancellation back, as long as the provider has not been told. */
export async function undo(
  app: SubscriptionApp,
  tenant: Tenant,
  choice: SubscriberRef,
  now: number,
): Promise<Subscription> {
  const stored = await findSubscriber(app, tenant.id, choice);
  const decided = undoCancel(stored.subscription, now);
  if (choice.by === 'pay') {
    const pay = await payClientFor(app, tenant);
    const there = valueOrRefuse(await pay.readSubscription(stored.subscription.payReference));
    if (there.status === 'CANCELLED' || there.status === 'EXPIRED') throw new Refusal('undo_window_closed');
  }
  return commit(app, tenant, stored, decided, now);
}

async function commit(
  app: SubscriptionApp,
  tenant: Tenant,
  stored: StoredSubscriber,
  { subscription, events }: Decision,
  now: number,
): Promise<Subscription> {
  const telling = outboxEntries(tenant, events, now);
  await app.table.write([
    subscriberPut(tenant.id, subscription, stored.subscription, dueAfter(stored, subscription, now)),
    ...(hasEnded(subscription) ? [customerEnded(tenant.id, subscription.customer.email, now)] : []),
    ...telling.changes,
  ]);
  await publish(app, telling);
  return subscription;
}

/** Undefined stays undefined while a checkout still sees to the subscriber, unless a cancellation is waiting to go out. */
function dueAfter({ dueAt }: StoredSubscriber, subscription: Subscription, now: number): number | undefined {
  if (cancelIsDue(subscription, now)) return now;
  const next = nextReconciliationAt(subscription, [], now);
  if (dueAt === undefined || next === undefined) return next;
  return Math.min(dueAt, next);
}
