import { CHAT_EVENTS, type SubscriptionEvent } from '../billing/events.ts';
import { eventIdOf } from '../billing/identifiers.ts';
import { WEBHOOK } from '../limits.ts';
import { feedPut, listedPut, type Listable } from './event-lists.ts';
import { keptUntil, type Channel } from './events.ts';
import { itemOf } from './item.ts';
import { due } from './due.ts';
import { key } from './schema.ts';
import type { Change, Put } from './table.ts';
import { timelineWord, type Cause } from './timeline.ts';
import type { Tenant } from './tenants.ts';

/** What belongs into the transaction of a change so that its events exist exactly if it does, and which are to be delivered. */
export interface OutboxBatch {
  readonly changes: readonly Change[];
  readonly toDeliver: readonly string[];
}

/** An event with its number among those of its subscriber. */
export type NumberedEvent = SubscriptionEvent & { readonly sequence: number };

/**
 * The items of events for the tenant's webhook, its feed and, for those that are forwarded, its team chat. Without an
 * address at the time an event is recorded as SKIPPED and no message is sent.
 */
export function outboxEntries(
  tenant: Tenant,
  events: readonly NumberedEvent[],
  causedBy: Cause,
  now: number,
): OutboxBatch {
  const webhook = events.map((event) =>
    entry(tenant, event, 'webhook', causedBy, now, tenant.webhook !== null),
  );
  const chat =
    tenant.chatUrl === null
      ? []
      : events
          .filter(({ type }) => CHAT_EVENTS.includes(type))
          .map((event) => entry(tenant, event, 'chat', causedBy, now, true));
  const entries = [...webhook, ...chat];
  return {
    changes: [
      ...entries.map(({ change }) => change),
      ...webhook.flatMap((one) => listChanges(tenant.id, one)),
    ],
    toDeliver: entries.filter(({ hasAddress }) => hasAddress).map(({ id }) => id),
  };
}

interface Entry extends Listable {
  readonly change: Put;
  readonly hasAddress: boolean;
}

/** The feed names every event; what was skipped is also listed as such. */
function listChanges(tenant: string, event: Entry): Put[] {
  return [feedPut(tenant, event), ...(event.hasAddress ? [] : [listedPut(tenant, event, 'SKIPPED')])];
}

function entry(
  tenant: Tenant,
  event: NumberedEvent,
  channel: Channel,
  causedBy: Cause,
  now: number,
  hasAddress: boolean,
): Entry {
  const cause = channel === 'webhook' ? event.cause : `${event.cause}#${channel}`;
  const { subscriptionId: subscriberId } = event.snapshot;
  const id = eventIdOf({ tenant: tenant.id, subscriberId, cause, at: event.at });
  const at = key.event(tenant.id, id);
  const record = {
    ...event,
    ...(hasAddress ? due('event', now, at) : {}),
    id,
    cause,
    subscriberId,
    what: timelineWord(event),
    causedBy: { ...causedBy },
    channel,
    committedAt: now,
    state: hasAddress ? 'WAITING' : 'SKIPPED',
    attempt: 0,
    lastAttempt: WEBHOOK.attemptsMax,
    nextAt: now,
    lease: 0,
    transactionId: null,
    delivered: null,
    listed: hasAddress || channel === 'chat' ? null : 'SKIPPED',
    replay: null,
    ttl: keptUntil(now),
  };
  const { type, subtype, committedAt, ttl } = record;
  const change = { put: itemOf(at, record), if: [{ absent: true }] } satisfies Put;
  return { id, type, subtype, subscriberId, committedAt, ttl, change, hasAddress };
}
