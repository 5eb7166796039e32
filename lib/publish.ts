import type { Message, SubscriptionApp, OfTenant } from './runtime/app.ts';
import { errorFields } from './runtime/log.ts';
import { messageOf, type ReconciliationMessage } from './queue/messages.ts';
import { makeEventDue } from './table/events/outbox.ts';
import { updateLists } from './table/subscribers/subscriber-lists.ts';

/** What follows a commit of a subscription. */
export interface Publication {
  readonly subscriberId: string;
  /** Ids of events, for their first attempts. */
  readonly toDeliver: readonly string[];
  /** Ids of invoices. */
  readonly toIssue: readonly string[];
  readonly thenReconcile?: ReconciliationMessage | undefined;
  /** Whether the subscriber's lists must be updated. */
  readonly thenRelist?: boolean | undefined;
}

/**
 * Sends a commit's messages. If a send fails, nothing is lost: the sweep finds the same items due, and lists are
 * written directly. Errors are logged and never thrown.
 */
export async function publish(
  app: SubscriptionApp & OfTenant,
  { subscriberId, toDeliver, toIssue, thenReconcile, thenRelist = false }: Publication,
): Promise<void> {
  const deliveries = toDeliver.map((eventId) => messageOf({ tenantId: app.tenantId, eventId, attempt: 1 }));
  const documents = toIssue.map((invoiceId) =>
    messageOf({ tenantId: app.tenantId, subscriberId, invoiceId }),
  );
  const sent = await Promise.allSettled([
    deliveries.length > 0 ? sendDeliveries(app, deliveries, toDeliver) : undefined,
    documents.length > 0 ? app.queues.invoicing.send(documents) : undefined,
    thenReconcile ? app.queues.reconciliation.send([messageOf(thenReconcile)]) : undefined,
    thenRelist ? sendListUpdate(app, subscriberId) : undefined,
  ]);
  for (const result of sent)
    if (result.status === 'rejected')
      app.log.warn('messages left to the sweep', { tenant: app.tenantId, ...errorFields(result.reason) });
}

async function sendDeliveries(
  app: SubscriptionApp & OfTenant,
  messages: readonly Message[],
  eventIds: readonly string[],
): Promise<void> {
  try {
    await app.queues.deliveries.send(messages);
  } catch (error) {
    await Promise.all(eventIds.map((id) => makeEventDue(app, id, app.clock())));
    throw error;
  }
}

/** Queues the update of a subscriber's lists, or makes it at once if the send fails. The next reconciliation repeats it. */
async function sendListUpdate(app: SubscriptionApp & OfTenant, subscriberId: string): Promise<void> {
  const tenant = app.tenantId;
  try {
    await app.queues.reconciliation.send([messageOf({ kind: 'listing', tenantId: tenant, subscriberId })]);
  } catch (error) {
    app.log.warn('lists updated directly', { tenant, ...errorFields(error) });
    await updateLists(app, subscriberId).catch((cause: unknown) =>
      app.log.warn('lists left to reconciliation', { tenant, ...errorFields(cause) }),
    );
  }
}
