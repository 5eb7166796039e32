import type { CoreApp } from '../app.ts';
import { EVENT_SUBTYPES, EVENT_TYPES } from '../billing/events.ts';
import type { EventSnapshot, SubscriptionEvent } from '../billing/events.ts';
import { WEBHOOK } from '../limits.ts';
import { number, object, oneOf, orNull, text, type Attributes } from './read-item.ts';
import { key, range } from './schema.ts';
import type { Item } from './table.ts';

const CHANNELS = ['webhook', 'chat'] as const;
/** Where an event is told: the tenant's webhook, or its team chat. */
export type Channel = (typeof CHANNELS)[number];

const DELIVERY_STATES = ['WAITING', 'TRYING', 'DELIVERED', 'EXHAUSTED', 'SKIPPED'] as const;
const LISTED_STATES = ['PENDING', 'EXHAUSTED', 'SKIPPED'] as const;

/**
 * How the delivery of an event stands. WAITING: attempt + 1 is due at `nextAt`. TRYING: `attempt` is under way until
 * `lease`. DELIVERED, EXHAUSTED (all attempts failed) and SKIPPED (no address at the time) are final.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States that are final: only a replay begins anew. */
export const ENDED_STATES = ['DELIVERED', 'EXHAUSTED', 'SKIPPED'] as const satisfies readonly DeliveryState[];
export type EndedState = (typeof ENDED_STATES)[number];

/** A state as tenants see it: whether an attempt is under way or comes next makes no difference to them. */
export type EventState = 'PENDING' | EndedState;

/**
 * The states by which events are listed of their own: those that ended without being delivered, and those that wait
 * for more than their first attempt.
 */
export type ListedState = Exclude<EventState, 'DELIVERED'>;

export interface EventRecord extends SubscriptionEvent {
  readonly tenant: string;
  readonly id: string;
  readonly subscriberId: string;
  /** Its number among the events of its subscriber, from 1. */
  readonly sequence: number;
  /** When the change it tells of was committed, epoch ms. */
  readonly committedAt: number;
  readonly channel: Channel;
  readonly state: DeliveryState;
  /** The last attempt begun; 0 before the first. */
  readonly attempt: number;
  /** The attempt that is not followed by another one; a replay moves it on. */
  readonly lastAttempt: number;
  readonly nextAt: number;
  readonly lease: number;
  readonly transactionId: string | null;
  /** The attempt that delivered it. Failed ones are items of their own, so a delivery at once costs no second item. */
  readonly delivered: AttemptRecord | null;
  /** The state by which it is listed; null where the feed alone names it. */
  readonly listed: ListedState | null;
  /** The replay of many that restarted it last. */
  readonly replay: string | null;
  /** Time to live, epoch seconds. */
  readonly ttl: number;
}

/** An event with an attempt of ours under way. */
export interface ClaimedEvent extends EventRecord {
  readonly transactionId: string;
  /** When the attempt began, epoch ms: the moment its request is signed for. */
  readonly signedAt: number;
}

/** What came of one attempt. Either the receiver answered with a status, or there is a reason why it did not. */
export interface AttemptRecord {
  readonly attempt: number;
  readonly transactionId: string;
  readonly signedAt: number;
  readonly endedAt: number;
  readonly tookMs: number;
  readonly status: number | null;
  readonly why: string | null;
  /** The beginning of the answer's body. */
  readonly answer: string | null;
}

/** How an event stands after an attempt, or instead of one. */
export type DeliveryStatus =
  | { readonly state: 'DELIVERED' | 'EXHAUSTED' | 'SKIPPED' }
  | { readonly state: 'WAITING'; readonly nextAt: number };

export function stateOf({ state }: Pick<EventRecord, 'state'>): EventState {
  return state === 'WAITING' || state === 'TRYING' ? 'PENDING' : state;
}

/** The event with this id; undefined where the tenant has none, or has a transition by it that emitted nothing. */
export async function lookUpEvent(
  app: CoreApp,
  tenant: string,
  id: string,
): Promise<EventRecord | undefined> {
  const item = await app.table.get(key.event(tenant, id), { consistent: true });
  return item?.state === undefined ? undefined : eventFrom(tenant, id, item);
}

/** Those of some events that are still kept, in the order asked. One round trip for each hundred. */
export async function lookUpEvents(
  app: CoreApp,
  tenant: string,
  ids: readonly string[],
): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const keys = ids.map((id) => key.event(tenant, id));
  const items = await app.table.getMany(keys, { consistent: true });
  return items.flatMap((item, index) => (item ? [eventFrom(tenant, ids[index] ?? '', item)] : []));
}

/** All events that are kept of the customer whom a subscriber is, by the time they tell of. */
export async function lookUpHistory(
  app: CoreApp,
  tenant: string,
  subscriberId: string,
): Promise<EventRecord[]> {
  const items = await app.table.query({ ...range.history(tenant, subscriberId), consistent: true });
  return items
    .filter(({ state }) => state !== undefined)
    .map((item) => eventFrom(tenant, text(item, 'id'), item));
}

/** Throws where an item is not a whole event. */
export function eventFrom(tenant: string, id: string, item: Item): EventRecord {
  return {
    tenant,
    id,
    subscriberId: text(item, 'subscriberId'),
    sequence: number(item, 'sequence'),
    committedAt: number(item, 'committedAt'),
    cause: text(item, 'cause'),
    type: oneOf(item, 'type', EVENT_TYPES),
    subtype: orNull(item, 'subtype', (from, name) => oneOf(from, name, EVENT_SUBTYPES)),
    at: number(item, 'at'),
    from: orNull(item, 'from', text),
    to: text(item, 'to'),
    snapshot: snapshotFrom(object(item, 'snapshot')),
    channel: oneOf(item, 'channel', CHANNELS),
    state: oneOf(item, 'state', DELIVERY_STATES),
    attempt: number(item, 'attempt'),
    lastAttempt: number(item, 'lastAttempt'),
    nextAt: number(item, 'nextAt'),
    lease: number(item, 'lease'),
    transactionId: orNull(item, 'transactionId', text),
    delivered: orNull(item, 'delivered', (from, name) => attemptFrom(object(from, name))),
    listed: orNull(item, 'listed', (from, name) => oneOf(from, name, LISTED_STATES)),
    replay: orNull(item, 'replay', text),
    ttl: number(item, 'ttl'),
  };
}

/** Throws where an item is not a whole attempt. */
export function attemptFrom(item: Attributes): AttemptRecord {
  return {
    attempt: number(item, 'attempt'),
    transactionId: text(item, 'transactionId'),
    signedAt: number(item, 'signedAt'),
    endedAt: number(item, 'endedAt'),
    tookMs: number(item, 'tookMs'),
    status: orNull(item, 'status', number),
    why: orNull(item, 'why', text),
    answer: orNull(item, 'answer', text),
  };
}

function snapshotFrom(from: Attributes): EventSnapshot {
  const customer = object(from, 'customer');
  return {
    subscriptionId: text(from, 'subscriptionId'),
    payReference: text(from, 'payReference'),
    customerReference: text(from, 'customerReference'),
    planReference: text(from, 'planReference'),
    planName: text(from, 'planName'),
    status: text(from, 'status'),
    graceDays: orNull(from, 'graceDays', number),
    firstStart: orNull(from, 'firstStart', number),
    periodStart: orNull(from, 'periodStart', number),
    periodEnd: orNull(from, 'periodEnd', number),
    customer: {
      id: text(customer, 'id'),
      email: text(customer, 'email'),
      name: text(customer, 'name'),
      surname: text(customer, 'surname'),
    },
  };
}

/** Time to live (epoch seconds) of what is kept of an event from now on. */
export function keptUntil(now: number): number {
  return Math.ceil((now + WEBHOOK.keptMs) / 1000);
}
