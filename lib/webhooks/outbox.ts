import type { Message, SubscriptionApp } from '../app.ts';
import { CHAT_EVENTS, type SubscriptionEvent } from '../billing/events.ts';
import { recordEvent, type Recording } from '../table/events.ts';
import type { Change } from '../table/table.ts';
import { errorFields } from '../log.ts';
import type { Tenant } from '../table/tenants.ts';

/** What belongs into the transaction of a change so that its events exist exactly if it does, and what to send after. */
export interface OutboxBatch {
  readonly changes: readonly Change[];
  readonly messages: readonly Message[];
}

/** Records events for the tenant's webhook and, for those it forwards, for the team chat. */
export function outboxEntries(
  tenant: Tenant,
  events: readonly SubscriptionEvent[],
  now: number,
): OutboxBatch {
  const recordings = events.flatMap((event): Recording[] => {
    const webhook = recordEvent(tenant.id, event, {
      channel: 'webhook',
      now,
      hasAddress: tenant.webhook !== null,
    });
    if (tenant.chatUrl === null || !CHAT_EVENTS.includes(event.type)) return [webhook];
    return [webhook, recordEvent(tenant.id, event, { channel: 'chat', now, hasAddress: true })];
  });
  return {
    changes: recordings.map((recording) => recording.change),
    messages: recordings.flatMap(({ message }) => (message ? [{ body: message, group: tenant.id }] : [])),
  };
}

/** Sends what a commit has to announce. A queue that does not answer loses nothing: the sweep finds the same things due. */
export async function publish(
  app: SubscriptionApp,
  telling: OutboxBatch,
  follow?: ReconcileMessage,
): Promise<void> {
  const sent = await Promise.allSettled([
    telling.messages.length > 0 ? app.queues.deliveries.send(telling.messages) : undefined,
    follow ? app.queues.reconciliation.send([{ body: follow, group: follow.tenantId }]) : undefined,
  ]);
  for (const result of sent)
    if (result.status === 'rejected')
      app.log.warn('announcement not sent; the sweep will', errorFields(result.reason));
}

/** Asks for a subscriber to be compared with the provider. */
export interface ReconcileMessage {
  readonly tenantId: string;
  readonly subscriberId: string;
  /** A new card may have been entered: an order that failed is to be tried again. */
  readonly retryFailed?: boolean;
}
