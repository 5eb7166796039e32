import type { Cause } from '../../billing/timeline.ts';
import { ENDED_STATES, EVENT, type Channel } from '../../billing/delivery.ts';
import { WEBHOOK } from '../../limits.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { CHAT_EVENTS, type EventType, type SubscriptionEvent } from '../../billing/events.ts';
import { eventIdOf } from '../../billing/identifiers.ts';
import { eventTtl } from './events.ts';
import { listing } from './event-lists.ts';
import { list, listAttributes } from '../lists.ts';
import { eventPosition } from './positions.ts';
import { due, DUE_ATTRIBUTES } from '../work/due.ts';
import { key } from '../schema.ts';
import { tryWrite, type Change, type Put } from '../table.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { eventWork } from '../work/works.ts';

/** The transaction's changes that create a commit's events, and the ids of those to deliver. */
export interface OutboxBatch {
  readonly changes: readonly Change[];
  readonly toDeliver: readonly string[];
}

/** An event with its number among its subscriber's events. */
export type NumberedEvent = SubscriptionEvent & { readonly sequence: number };

interface Outbox {
  readonly causedBy: Cause;
  /** When they are committed, epoch ms. */
  readonly now: number;
  /** False if another due item ensures their delivery; else they are due themselves. */
  readonly isDue?: boolean;
}

/** The items of events for the tenant's webhook, the feed and the team chat; without an address an event is SKIPPED. */
export function outboxEntries(tenant: Tenant, events: readonly NumberedEvent[], outbox: Outbox): OutboxBatch {
  const forChat = tenant.chatUrl === null ? [] : events.filter(({ type }) => CHAT_EVENTS.includes(type));
  const entries = [
    ...events.map((event) => entry(tenant, event, 'webhook', outbox)),
    ...forChat.map((event) => entry(tenant, event, 'chat', outbox)),
  ];
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

/** A delivery that has not begun. */
const NOT_BEGUN = {
  attempt: 0,
  lastAttempt: WEBHOOK.attemptsMax,
  nextAt: null,
  lease: 0,
  transactionId: null,
  delivered: null,
  replay: null,
} as const;

/** The item of an event. */
function entry(
  tenant: Tenant,
  event: NumberedEvent,
  channel: Channel,
  { causedBy, now, isDue = true }: Outbox,
): Entry {
  const hasAddress = (channel === 'chat' ? tenant.chatUrl : tenant.webhook) !== null;
  const cause = channel === 'webhook' ? event.cause : `${event.cause}#${channel}`;
  const { subscriptionId: subscriberId } = event.snapshot;
  const id = eventIdOf({ tenant: tenant.id, subscriberId, cause, at: event.at });
  const at = key.event(tenant.id, { id });
  const position = { committedAt: now, sequence: event.sequence, id };
  const put = {
    ...EVENT.write({
      ...event,
      cause,
      causedBy,
      committedAt: now,
      channel,
      state: hasAddress ? 'WAITING' : 'SKIPPED',
      ...NOT_BEGUN,
      ttl: eventTtl(now),
    }),
    ...(channel === 'webhook' && inFeed(tenant.id, event.type, position)),
    ...(hasAddress
      ? isDue && due('event', now, eventWork(tenant.id, id))
      : listing({ tenant: tenant.id, type: event.type, channel }, 'SKIPPED').set),
    ...at,
  };
  return { id, change: { put, if: [{ absent: true }] }, hasAddress };
}

function inFeed(tenant: string, type: EventType, event: Parameters<typeof eventPosition>[0]) {
  return { ...listAttributes(list.feed(tenant, type)), position: eventPosition(event) };
}

/** Makes an undelivered event due at a time (epoch ms), unless it is due already. */
export async function makeEventDue(app: CoreApp & OfTenant, id: string, dueAt: number): Promise<void> {
  const at = key.event(app.tenantId, { id });
  await tryWrite(() =>
    app.table.apply({
      update: at,
      set: { ...due('event', dueAt, eventWork(app.tenantId, id)) },
      if: [
        { present: true },
        { attribute: DUE_ATTRIBUTES.shard, missing: true },
        ...ENDED_STATES.map((isNot) => ({ attribute: 'state', isNot })),
      ],
    }),
  );
}
