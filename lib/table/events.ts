import type { SubscriptionEvent } from '../billing/events.ts';
import { eventIdOf } from '../ids.ts';
import { WEBHOOK } from '../limits.ts';
import { due, key } from './schema.ts';
import type { Item, Put } from './table.ts';

/** Where an event is told: the tenant's webhook, or its team chat. */
export type Channel = 'webhook' | 'chat';

/**
 * How the delivery of an event stands. WAITING: attempt + 1 is due at `nextAt`. TRYING: `attempt` is under way until
 * `lease`. DELIVERED, EXHAUSTED (all attempts failed) and SKIPPED (no address at the time) are final.
 */
export type DeliveryState = 'WAITING' | 'TRYING' | 'DELIVERED' | 'EXHAUSTED' | 'SKIPPED';

export interface EventRecord extends SubscriptionEvent {
  readonly tenant: string;
  readonly id: string;
  readonly channel: Channel;
  readonly state: DeliveryState;
  /** The last attempt begun; 0 before the first. */
  readonly attempt: number;
  readonly nextAt: number;
  readonly lease: number;
  readonly transactionId: string | null;
}

/** What travels in the queue of deliveries: which attempt of which event is to be made. */
export interface DeliveryMessage {
  readonly tenantId: string;
  readonly eventId: string;
  readonly attempt: number;
}

export interface Recording {
  readonly change: Put;
  readonly message: DeliveryMessage | undefined;
}

/**
 * The outbox item of an event, to be written in the transaction of the change it tells of, and the message that
 * announces it. Without an address the event is recorded as SKIPPED and nothing is announced.
 */
export function recordEvent(
  tenant: string,
  event: SubscriptionEvent,
  told: { channel: Channel; now: number; hasAddress: boolean },
): Recording {
  const cause = told.channel === 'webhook' ? event.cause : `${event.cause}#${told.channel}`;
  const id = eventIdOf(tenant, cause);
  const at = key.event(tenant, id);
  const item = {
    ...at,
    ...(told.hasAddress ? due(told.now, at) : {}),
    cause,
    type: event.type,
    subtype: event.subtype,
    at: event.at,
    snapshot: { ...event.snapshot },
    channel: told.channel,
    state: told.hasAddress ? 'WAITING' : 'SKIPPED',
    attempt: 0,
    nextAt: told.now,
    lease: 0,
    transactionId: null,
    ttl: Math.ceil((told.now + WEBHOOK.keptMs) / 1000),
  } satisfies Item;
  return {
    change: { put: item, if: [{ absent: true }] },
    message: told.hasAddress ? { tenantId: tenant, eventId: id, attempt: 1 } : undefined,
  };
}

export function eventFrom(tenant: string, id: string, item: Item): EventRecord {
  const { cause, type, subtype, at, snapshot, channel, state, attempt, nextAt, lease, transactionId } =
    item as unknown as EventRecord;
  return {
    tenant,
    id,
    cause,
    type,
    subtype,
    at,
    snapshot,
    channel,
    state,
    attempt,
    nextAt,
    lease,
    transactionId,
  };
}
