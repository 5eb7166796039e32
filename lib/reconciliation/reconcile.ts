import type { SubscriptionApp } from '../app.ts';
import { cancelIsDue, cancelUnconfirmed, cancelSent, type Decision } from '../billing/cancellation.ts';
import { reconcile, relevantOrders, type Reconciliation } from '../billing/reconciliation.ts';
import { nextReconciliationAt } from '../billing/next-reconciliation.ts';
import type { ProviderSubscription } from '../billing/provider-snapshot.ts';
import { termsOf } from '../billing/plan.ts';
import { changePlan } from '../billing/plan-change.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import type { Pay } from '../pay/pay.ts';
import { customerEnded } from '../table/customers.ts';
import { knownInvoices, type KnownInvoices } from '../table/invoices.ts';
import { planFrom } from '../table/plans.ts';
import { key } from '../table/schema.ts';
import { findSubscriber, referencePut, subscriberPut, type StoredSubscriber } from '../table/subscribers.ts';
import { Conflict, type Change } from '../table/table.ts';
import { findTenant, type Tenant } from '../table/tenants.ts';
import { invoiceChanges, reserveInvoiceNumbers } from './invoice-changes.ts';
import { payClientFor } from '../account/pay-client.ts';
import { retryFailedOrder } from './retry-order.ts';
import { fetchSnapshot } from './fetch-snapshot.ts';
import { publish, outboxEntries, type ReconcileMessage } from '../webhooks/outbox.ts';

/** A subscriber is compared anew this often when others keep changing it meanwhile. */
const TRIES = 6;
/** After a provider that did not answer, or was asked for something, the subscriber is looked at again. */
const LOOK_SOON_MS = 60_000;

export type ReconcileOutcome = 'followed' | 'provider silent';

/**
 * Compares a subscriber with the provider and records all that has happened since, in one transaction with its
 * events. May be called by anybody at any time, twice at once included. Throws for a subscriber that does not exist.
 */
export async function reconcileSubscriber(
  app: SubscriptionApp,
  message: ReconcileMessage,
): Promise<ReconcileOutcome> {
  const tenant = await findTenant(app, message.tenantId);
  const pay = await payClientFor(app, tenant);
  const numbers = reserveInvoiceNumbers(app, tenant.id);
  for (let tried = 1, told = false, retried = false; ; tried++) {
    const stored = await findSubscriber(app, tenant.id, { by: 'svc', id: message.subscriberId });
    const read = await fetchSnapshot(pay, stored.subscription);
    if (!read) return silent(app, tenant, stored);
    const retry = message.retryFailed && (await retryFailedOrder(app, tenant, pay, read.seen));
    if (retry === 'silent') return silent(app, tenant, stored);
    retried ||= retry === 'asked';
    try {
      if (!told && cancelIsToBeSent(stored.subscription, read.seen, app.clock())) {
        await sendCancel(app, tenant, pay, stored, read.seen);
        told = true;
        continue;
      }
      await compare(app, tenant, stored, { ...read, retried }, numbers);
      return 'followed';
    } catch (conflict) {
      if (!(conflict instanceof Conflict) || tried === TRIES) throw conflict;
    }
  }
}

/** Works out what has happened by what was read of both, and records it. */
async function compare(
  app: SubscriptionApp,
  tenant: Tenant,
  stored: StoredSubscriber,
  read: { seen: ProviderSubscription; movedToPlan: string | undefined; retried: boolean },
  numbers: (count: number) => Promise<number>,
): Promise<void> {
  const { seen } = read;
  const now = app.clock();
  const moved = await applyPlanChangeElsewhere(app, tenant, stored.subscription, read);
  const current = isOver(seen) ? moved.subscription : cancelUnconfirmed(moved.subscription);
  const orders = relevantOrders(current, seen.orders, now);
  const known = await knownInvoices(app, tenant.id, current.id, orders);
  const followed = reconcile(current, seen, (order) => known.of(order), now);
  const all = { ...followed, events: [...moved.events, ...followed.events] };
  const soon = cancelIsDue(all.subscription, now) || (read.retried && !hasEnded(all.subscription));
  const next = soon ? now + LOOK_SOON_MS : nextReconciliationAt(all.subscription, seen.orders, now);
  // Without news an earlier look that somebody else is waiting for stands, such as that at a charge just asked for.
  const awaited = all.events.length === 0 && next !== undefined && (stored.dueAt ?? 0) > now;
  const lookAt = awaited ? Math.min(stored.dueAt ?? next, next) : next;
  await commit(app, tenant, stored, all, lookAt, known, numbers);
}

/** The provider could not be read: nothing changes but the time of the next look. */
async function silent(
  app: SubscriptionApp,
  tenant: Tenant,
  { subscription }: StoredSubscriber,
): Promise<ReconcileOutcome> {
  const again = { ...subscription, revision: subscription.revision + 1 };
  try {
    await app.table.apply(subscriberPut(tenant.id, again, subscription, app.clock() + LOOK_SOON_MS));
  } catch (conflict) {
    if (!(conflict instanceof Conflict)) throw conflict; // whoever changed it meanwhile has set the next look
  }
  return 'provider silent';
}

/** A plan change that was made at the provider and not recorded here is recorded now. */
async function applyPlanChangeElsewhere(
  app: SubscriptionApp,
  tenant: Tenant,
  subscription: Subscription,
  { seen, movedToPlan }: { seen: ProviderSubscription; movedToPlan: string | undefined },
): Promise<Decision> {
  if (movedToPlan === undefined) return { subscription, events: [] };
  const plan = await app.table.get(key.planByReference(tenant.id, movedToPlan), { consistent: false });
  if (plan) return changePlan(subscription, termsOf(planFrom(plan)), seen.reference, app.clock());
  app.log.error('a subscription moved to a plan that is not known here', {
    tenant: tenant.id,
    subscriberId: subscription.id,
    reference: movedToPlan,
  });
  return { subscription: { ...subscription, payReference: seen.reference }, events: [] };
}

const isOver = ({ status }: ProviderSubscription) => status === 'CANCELLED' || status === 'EXPIRED';

/** A cancellation that can no longer be undone is carried out, again if the provider seems to have forgotten it. */
function cancelIsToBeSent(subscription: Subscription, seen: ProviderSubscription, now: number): boolean {
  return !isOver(seen) && cancelIsDue(cancelUnconfirmed(subscription), now);
}

/**
 * Has the provider cancel. That it is being sent is recorded before, so that nobody undoes it meanwhile; whether it was
 * done is what the provider tells when it is read again.
 */
async function sendCancel(
  app: SubscriptionApp,
  tenant: Tenant,
  pay: Pay,
  { subscription }: StoredSubscriber,
  seen: ProviderSubscription,
): Promise<void> {
  const sending = { ...cancelSent(subscription), revision: subscription.revision + 1 };
  await app.table.apply(subscriberPut(tenant.id, sending, subscription, app.clock() + LOOK_SOON_MS));
  const answer = await pay.cancel(seen.reference);
  if (!answer.ok)
    app.log.warn('cancellation not carried out yet', { subscriberId: subscription.id, outcome: answer.is });
}

async function commit(
  app: SubscriptionApp,
  tenant: Tenant,
  stored: StoredSubscriber,
  followed: Reconciliation,
  dueAt: number | undefined,
  known: KnownInvoices,
  numbers: (count: number) => Promise<number>,
): Promise<void> {
  const now = app.clock();
  const before = stored.subscription;
  const after = { ...followed.subscription, revision: before.revision + 1 };
  const telling = outboxEntries(tenant, followed.events, now);
  const booked = await invoiceChanges(
    tenant,
    after.id,
    followed.invoices,
    stored.latestInvoice,
    known,
    numbers,
    now,
  );
  const ended: Change[] =
    after.endedAt !== null && before.endedAt === null
      ? [customerEnded(tenant.id, after.customer.email, now)]
      : [];
  const nothingNew =
    telling.changes.length + booked.changes.length + ended.length === 0 &&
    stored.dueAt === dueAt &&
    JSON.stringify({ ...after, revision: 0 }) === JSON.stringify({ ...before, revision: 0 });
  if (nothingNew) return;
  await app.table.write([
    subscriberPut(tenant.id, after, before, dueAt),
    ...(after.payReference === before.payReference
      ? []
      : [referencePut(tenant.id, after.payReference, after.id)]),
    ...booked.changes,
    ...ended,
    ...telling.changes,
  ]);
  await publish(app, telling);
  if (booked.messages.length > 0) await app.queues.invoicing.send(booked.messages).catch(() => undefined);
}
