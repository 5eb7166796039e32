import type { CoreApp, Message, SendsTo, SubscriptionApp } from './app.ts';
import { errorFields } from './log.ts';
import { messageOf, type ReconciliationMessage } from './queue/messages.ts';
import { eventMadeDue } from './table/outbox.ts';
import { relist } from './table/subscriber-lists.ts';
import { referenceDue } from './table/subscribers.ts';

/** What a commit of one subscriber brings about. */
export interface Publication {
  readonly subscriberId: string;
  /** Ids of events, each for its first attempt. */
  readonly toDeliver: readonly string[];
  /** Ids of invoices. */
  readonly toIssue: readonly string[];
  readonly thenReconcile?: ReconciliationMessage | undefined;
  /** The subscriber is to be brought into its lists. */
  readonly thenList?: boolean | undefined;
}

/**
 * Sends what a commit brings about. A queue that does not answer loses nothing: the sweep finds the same things due, and
 * the lists are written at once. So whatever goes wrong is logged and no failure.
 */
export async function publish(
  app: SubscriptionApp,
  tenantId: string,
  { subscriberId, toDeliver, toIssue, thenReconcile, thenList = false }: Publication,
): Promise<void> {
  const deliveries = toDeliver.map((eventId) => messageOf({ tenantId, eventId, attempt: 1 }));
  const documents = toIssue.map((invoiceId) => messageOf({ tenantId, subscriberId, invoiceId }));
  const sent = await Promise.allSettled([
    deliveries.length > 0 ? sendDeliveries(app, tenantId, deliveries, toDeliver) : undefined,
    documents.length > 0 ? app.queues.invoicing.send(documents) : undefined,
    thenReconcile ? app.queues.reconciliation.send([messageOf(thenReconcile)]) : undefined,
    thenList ? sendListing(app, { tenantId, subscriberId }) : undefined,
  ]);
  for (const result of sent)
    if (result.status === 'rejected')
      app.log.warn('messages not sent; the sweep will', { tenant: tenantId, ...errorFields(result.reason) });
}

async function sendDeliveries(
  app: SubscriptionApp,
  tenant: string,
  messages: readonly Message[],
  eventIds: readonly string[],
): Promise<void> {
  try {
    await app.queues.deliveries.send(messages);
  } catch (error) {
    await Promise.all(eventIds.map((id) => eventMadeDue(app, tenant, id, app.clock())));
    throw error;
  }
}

/** Has a subscriber brought into its lists. Where neither queue nor table takes that, its next reconciliation does it. */
async function sendListing(
  app: SubscriptionApp,
  named: { readonly tenantId: string; readonly subscriberId: string },
): Promise<void> {
  try {
    await app.queues.reconciliation.send([messageOf({ kind: 'listing', ...named })]);
  } catch (error) {
    const tenant = named.tenantId;
    app.log.warn('a message not sent; the lists are written at once', { tenant, ...errorFields(error) });
    await relist(app, tenant, named.subscriberId).catch((cause: unknown) =>
      app.log.warn('lists not written; the next reconciliation will', { tenant, ...errorFields(cause) }),
    );
  }
}

/**
 * Has a subscriber compared with the provider after some time (ms), whatever becomes of us until then. The queue keeps
 * that; where it takes nothing, the provider's reference is made due.
 */
export async function reconcileLater(
  app: CoreApp & SendsTo<'reconciliation'>,
  named: { readonly tenantId: string; readonly subscriberId: string; readonly reference: string },
  afterMs: number,
): Promise<void> {
  const { tenantId, subscriberId, reference } = named;
  const message = { kind: 'subscriber', tenantId, subscriberId } as const;
  try {
    await app.queues.reconciliation.send([messageOf(message, afterMs / 1000)]);
  } catch (error) {
    app.log.warn('a message not sent; the sweep will', { tenant: tenantId, ...errorFields(error) });
    await app.table.apply(referenceDue(tenantId, reference, app.clock() + afterMs));
  }
}
