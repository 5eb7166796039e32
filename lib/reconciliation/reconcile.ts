import type { Cause } from '../billing/timeline.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { cancelUnconfirmed } from '../billing/cancellation.ts';
import { dueKindOf } from '../billing/next-reconciliation.ts';
import { isOver, type ProviderSnapshot } from '../billing/provider-snapshot.ts';
import { isRetryDue, NO_RECOVERY } from '../billing/recovery.ts';
import { reconcile, relevantOrders, type Reconciliation } from '../billing/reconciliation.ts';
import { changed, type Subscription } from '../billing/subscription.ts';
import { merchantOf } from '../pay/another-account.ts';
import { payClientFor } from '../pay/client.ts';
import { commit, type SubscriptionChange } from '../commit.ts';
import { DECISIONS_MAX } from '../limits.ts';
import type { PayFailure } from '../pay/pay.ts';
import { knownInvoices } from '../table/subscribers/invoices.ts';
import { plansByReference } from '../table/subscribers/plans.ts';
import { findSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import { findTenant, type Tenant } from '../table/tenants/tenants.ts';
import { retryAfter } from '../table/work/silences.ts';
import { fetchSnapshot } from './fetch-snapshot.ts';
import { postpone } from './postpone.ts';
import { sendRetry } from './send-retry.ts';
import { isCancelToBeSent, sendCancel } from './send-cancel.ts';

/** The result: the provider's failure means that reconciliation is retried later. */
export type ReconcileOutcome = 'reconciled' | PayFailure;

/**
 * Compares a subscriber with the payment provider and records all that has happened since, with events, invoices and
 * timeline. Idempotent, and safe to call concurrently. If the provider gives no usable answer, only the time of the
 * next reconciliation changes. Throws `subscriber_not_found`, and Conflict if other writers were faster each time.
 */
export async function reconcileSubscriber(
  app: SubscriptionApp,
  named: { readonly tenantId: string; readonly subscriberId: string },
  causedBy: Cause,
): Promise<ReconcileOutcome> {
  const tenant = await findTenant(app, named.tenantId);
  for (let attempt = 1, isCancelSent = false; ; attempt++) {
    const stored = await findSubscriber(app, tenant.id, { by: 'svc', id: named.subscriberId });
    const pay = await payClientFor(app, tenant, stored.subscription);
    const read = await fetchSnapshot(app, tenant.id, pay, stored.subscription);
    if (!read.ok) {
      const kind = dueKindOf(stored.subscription, app.clock());
      const retry = await retryAfter(app, tenant.id, kind, stored.silences);
      await postpone(app, tenant.id, { stored, ...retry });
      return read;
    }
    const snapshot = read.value;
    const change = { tenant, stored, causedBy };
    if (!isCancelSent && isCancelToBeSent(stored.subscription, snapshot, app.clock())) {
      isCancelSent = await sendCancel(app, pay, change, snapshot);
      continue; // with what the provider says now
    }
    const recorded = await recordSnapshot(app, change, snapshot);
    if (recorded && isRetryDue(recorded, app.clock()))
      await sendRetry(app, pay, { tenant, id: recorded.id, causedBy }, isRetryDue);
    if (recorded || attempt >= DECISIONS_MAX) return 'reconciled'; // or others have newer answers than ours
  }
}

/**
 * Records the news of a snapshot, oldest first, in as many transactions as it takes. Undefined if another writer has
 * changed the record since: it may know more than the snapshot, so the provider must be read again.
 */
async function recordSnapshot(
  app: SubscriptionApp,
  { tenant, stored, causedBy }: Omit<SubscriptionChange, 'decide'>,
  snapshot: ProviderSnapshot,
): Promise<Subscription | undefined> {
  for (let from = stored; ;) {
    const { revision } = from.subscription;
    const decide = async ({ subscription: one }: StoredSubscriber) =>
      one.revision === revision ? decideFromSnapshot(app, tenant, one, snapshot) : undefined;
    const { subscription, decision } = await commit(app, { tenant, stored: from, causedBy, decide });
    if (!decision || decision.complete) return decision && subscription;
    from = await findSubscriber(app, tenant.id, { by: 'svc', id: subscription.id });
    if (from.subscription.revision !== subscription.revision) return undefined;
  }
}

/** Reads the invoices and plans that the snapshot is compared with, and decides what has happened. */
async function decideFromSnapshot(
  app: SubscriptionApp,
  tenant: Tenant,
  subscription: Subscription,
  snapshot: ProviderSnapshot,
): Promise<Reconciliation> {
  const now = app.clock();
  const merchantId = merchantOf(tenant) ?? subscription.merchantId; // where it was found just now
  const found = changed(subscription, { merchantId });
  const before = isOver(snapshot.current) ? found : cancelUnconfirmed(found);
  const onRecord = before.openReferences.map(({ reference }) => reference);
  const references = [...snapshot.earlier, snapshot.current];
  const orders = references.flatMap((one) => relevantOrders(before, one, now));
  const others = references.filter(
    ({ isReplaced, reference, planReference }) =>
      isReplaced || !onRecord.includes(reference) || planReference !== before.plan.reference,
  );
  const otherPlans = others.map(({ planReference }) => planReference);
  const [invoiceOf, plans] = await Promise.all([
    knownInvoices(app, tenant.id, before.id, orders),
    plansByReference(app, tenant.id, otherPlans),
  ]);
  const recovery = tenant.recovery ?? NO_RECOVERY;
  const known = { invoiceOf, planOf: (reference: string) => plans.get(reference), recovery };
  return reconcile(before, snapshot, known, now);
}
