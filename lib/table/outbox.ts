import type { CoreApp } from '../app.ts';
import { CHAT_EVENTS, type EventType, type SubscriptionEvent } from '../billing/events.ts';
import { eventIdOf } from '../billing/identifiers.ts';
import { ENDED_STATES, eventTtl, type Channel } from './events.ts';
import { listing } from './event-lists.ts';
import { compactItem } from './item.ts';
import { list, standsIn } from './lists.ts';
import { eventPosition } from './positions.ts';
import { due, DUE_ATTRIBUTES } from './due.ts';
import { key } from './schema.ts';
import { tryWrite, type Change, type Put } from './table.ts';
import type { Cause } from './timeline.ts';
import type { Tenant } from './tenants.ts';

/** What a change's transaction holds so that its events exist exactly if it does, and which are to be delivered. */
export interface OutboxBatch {
  readonly changes: readonly Change[];
  readonly toDeliver: readonly string[];
}

/** An event with its number among those of its subscriber. */
export type NumberedEvent = SubscriptionEvent & { readonly sequence: number };

/**
 * The items of events for the tenant's webhook, its feed and, for those that are forwarded, its team chat. Without an
 * address at the time an event is recorded as SKIPPED and no message is sent. `isDue` is false where something else that
 * stays due sees to it that they are delivered.
 */
export function outboxEntries(
  tenant: Tenant,
  events: readonly NumberedEvent[],
  causedBy: Cause,
  now: number,
  isDue = true,
): OutboxBatch {
  const how = { causedBy, now, isDue };
  const webhook = events.map((event) => entry(tenant, event, 'webhook', how, tenant.webhook !== null));
  const chat =
    tenant.chatUrl === null
      ? []
      : events
          .filter(({ type }) => CHAT_EVENTS.includes(type))
          .map((event) => entry(tenant, event, 'chat', how, true));
  const entries = [...webhook, ...chat];
  return {
    changes: entries.map(({ change }) => change),
    toDeliver: entries.filter(({ hasAddress }) => hasAddress).map(({ id }) => id),
  };
}

interface Entry {
  readonly id: string;
  readonly change: Put;
  readonly hasAddress: boolean;
}

/**
 * The item of an event. What goes without saying is left out, so that it stays within one write unit: who reads it
 * knows that its delivery has not begun. The feed names every event that a webhook tells of; what was skipped is also
 * listed as such.
 */

function entry(
  tenant: Tenant,
  event: NumberedEvent,
  channel: Channel,
  { causedBy, now, isDue }: { readonly causedBy: Cause; readonly now: number; readonly isDue: boolean },
  hasAddress: boolean,
): Entry {
  const cause = channel === 'webhook' ? event.cause : `${event.cause}#${channel}`;
  const { subscriptionId: subscriberId } = event.snapshot;
  const id = eventIdOf({ tenant: tenant.id, subscriberId, cause, at: event.at });
  const at = key.event(tenant.id, id);
  const record = {
    ...event,
    cause,
    causedBy,
    committedAt: now,
    attempt: 0,
    ttl: eventTtl(now),
    ...(channel === 'chat'
      ? { channel }
      : inFeed(tenant.id, event.type, { committedAt: now, sequence: event.sequence, id })),
    ...(hasAddress
      ? { state: 'WAITING', ...(isDue && due('event', now, at)) }
      : { state: 'SKIPPED', ...listing({ tenant: tenant.id, type: event.type, channel }, 'SKIPPED').set }),
  };
  return { id, change: { put: compactItem(at, record), if: [{ absent: true }] }, hasAddress };
}

function inFeed(tenant: string, type: EventType, event: Parameters<typeof eventPosition>[0]) {
  return { ...standsIn(list.feed(tenant, type)), position: eventPosition(event) };
}

/** Makes an event that is not delivered due at an instant (epoch ms); one that is due already stays as it is. */
export async function eventMadeDue(app: CoreApp, tenant: string, id: string, dueAt: number): Promise<void> {
  const at = key.event(tenant, id);
  await tryWrite(() =>
    app.table.apply({
      update: at,
      set: { ...due('event', dueAt, at) },
      if: [
        { present: true },
        { attribute: DUE_ATTRIBUTES.shard, missing: true },
        ...ENDED_STATES.map((isNot) => ({ attribute: 'state', isNot })),
      ],
    }),
  );
}
