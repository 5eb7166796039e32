import type { Channel } from '../../../lib/billing/delivery.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { outboxEntries } from '../../../lib/table/events/outbox.ts';
import type { SubscriptionEvent } from '../../../lib/billing/events.ts';
import { Redacted } from '../../../lib/text/redacted.ts';
import type { Put, Table } from '../../../lib/table/table.ts';
import type { Tenant } from '../../../lib/table/tenants/tenant.ts';
import { closedApp } from '../../support/world/closed-app.ts';
import { webhookAt } from '../../support/world/webhook.ts';
import type { Receiver } from './receiver.ts';
import type { VirtualTime } from './time.ts';
import { bareTenant } from '../../support/world/bare-tenant.ts';

export const SECRET = 'whsec_of-the-tenant';

export function tenantNamed(id: string): Tenant {
  return bareTenant(id, {
    webhook: webhookAt(`https://hooks.${id}.example/billing`, `sealed ${SECRET}`),
    notificationsSigned: false,
  });
}

export function eventNamed(nth: number, at: number): SubscriptionEvent {
  return {
    cause: `checkout token-${nth}`,
    type: 'SUBSCRIBED',
    subtype: 'INITIAL_BUY',
    at,
    from: null,
    to: 'ACTIVE',
    snapshot: {
      subscriptionId: `019b7a01-0000-7000-8000-${String(nth).padStart(12, '0')}`,
      payReference: `pay-${nth}`,
      customerReference: `customer-${nth}`,
      planReference: 'gold',
      planName: 'Gold',
      status: 'ACTIVE',
      graceDays: 3,
      firstStart: at,
      periodStart: at,
      periodEnd: null,
      customer: { id: `c-${nth}`, email: 'ada@example.com', name: 'Ada', surname: 'Lovelace' },
    },
  };
}

/** The App of a world without faults. What deliveries have no business with throws. */
export function insideApp(
  time: VirtualTime,
  table: Table,
  lanes: Pick<App['queues'], 'deliveries' | 'slow-deliveries'>,
  receiver: Receiver,
): App {
  let ids = 0;
  const app = closedApp({
    clock: () => time.now,
    newId: () => `transaction-${ids++}`,
    table,
    secrets: {
      encrypt: async () => Promise.reject(new Error('a delivery encrypts nothing')),
      decrypt: async (_tenant, _purpose, sealed) => new Redacted(sealed.replace('sealed ', '')),
    },
    post: (_url, headers, body) => receiver.post(headers, body),
  });
  return { ...app, queues: { ...app.queues, ...lanes } };
}

/** An event of a tenant as a commit writes it to the outbox, whether the tenant has an address or not, and its id. */
export function outboxItemOf(
  tenant: Tenant,
  event: SubscriptionEvent,
  channel: Channel,
  now: number,
  sequence = 1,
): { change: Put; eventId: string } {
  const reachable = {
    ...tenantNamed(tenant.id),
    chatUrl: channel === 'chat' ? 'https://chat.example/hook' : null,
  };
  const cause = { by: 'schedule', id: null } as const;
  const { changes, toDeliver } = outboxEntries(reachable, [{ ...event, sequence }], {
    causedBy: cause,
    now,
  });
  const index = channel === 'webhook' ? 0 : 1;
  return { change: changes[index] as Put, eventId: toDeliver[index]! };
}
