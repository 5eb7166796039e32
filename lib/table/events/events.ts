import type { CoreApp } from '../../runtime/app.ts';
import { EVENT_SUBTYPES, EVENT_TYPES } from '../../billing/events.ts';
import type { EventSnapshot, SubscriptionEvent } from '../../billing/events.ts';
import { WEBHOOK } from '../../limits.ts';
import { fieldsOf, type Fields } from '../fields.ts';
import { LIST_INDEXES, type ListedState } from '../list-indexes.ts';
import { eventIdIn, partsOf } from '../key-parts.ts';
import { key } from '../schema.ts';
import type { Condition, Item } from '../table.ts';

const CHANNELS = ['webhook', 'chat'] as const;
/** Where an event is sent: the tenant's webhook, or its team chat. */
export type Channel = (typeof CHANNELS)[number];

const DELIVERY_STATES = ['WAITING', 'TRYING', 'DELIVERED', 'EXHAUSTED', 'SKIPPED'] as const;
const LISTED_STATES = ['PENDING', 'EXHAUSTED', 'SKIPPED'] as const satisfies readonly ListedState[];

/**
 * The state of an event's delivery. WAITING: attempt + 1 is due at `nextAt`. TRYING: `attempt` is in progress, leased
 * until `lease`. DELIVERED, EXHAUSTED (all attempts failed) and SKIPPED (no address at the time) are final.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The final states; only a replay restarts an event. */
export const ENDED_STATES = ['DELIVERED', 'EXHAUSTED', 'SKIPPED'] as const satisfies readonly DeliveryState[];
/** How a delivery can end. */
export type EndedState = (typeof ENDED_STATES)[number];

/** The state as tenants see it: WAITING and TRYING are both PENDING. */
export type EventState = 'PENDING' | EndedState;

/** An event of a subscription with its delivery to one channel. */
export interface EventRecord extends SubscriptionEvent {
  readonly tenant: string;
  readonly id: string;
  readonly subscriberId: string;
  /** Its number among its subscriber's events, from 1. */
  readonly sequence: number;
  /** When its change was committed, epoch ms. */
  readonly committedAt: number;
  readonly channel: Channel;
  readonly state: DeliveryState;
  /** The last attempt that began; 0 before the first. */
  readonly attempt: number;
  /** The last attempt that may be made; a replay raises it. */
  readonly lastAttempt: number;
  readonly nextAt: number;
  readonly lease: number;
  readonly transactionId: string | null;
  /**
   * The successful attempt. Failed attempts are separate items, so a delivery at the first attempt needs no second
   * item.
   */
  readonly delivered: AttemptRecord | null;
  /** The state under which it is listed; null if only the feed has it. */
  readonly listed: ListedState | null;
  /** The bulk replay that restarted it last. */
  readonly replay: string | null;
  /** Time to live, epoch seconds. */
  readonly ttl: number;
}

/** An event with our attempt in progress. */
export interface ClaimedEvent extends EventRecord {
  readonly transactionId: string;
  /** When the attempt began, epoch ms: the time in its signature. */
  readonly signedAt: number;
}

/** The result of one attempt: the receiver's status, or why there was none. */
export interface AttemptRecord {
  readonly attempt: number;
  readonly transactionId: string;
  readonly signedAt: number;
  readonly endedAt: number;
  readonly tookMs: number;
  readonly status: number | null;
  readonly why: string | null;
  /** The beginning of the response body. */
  readonly answer: string | null;
}

/** When the attempt in progress, or lost, began (epoch ms). */
export const attemptBeganAt = ({ lease }: Pick<EventRecord, 'lease'>): number => lease - WEBHOOK.leaseMs;

/** The status of an event after an attempt, or instead of one. */
export type DeliveryStatus =
  | { readonly state: 'DELIVERED' | 'EXHAUSTED' | 'SKIPPED' }
  | { readonly state: 'WAITING'; readonly nextAt: number };

/** The state of a delivery as the API names it: both states that are not final are PENDING. */
export function stateOf({ state }: Pick<EventRecord, 'state'>): EventState {
  return state === 'WAITING' || state === 'TRYING' ? 'PENDING' : state;
}

/** The tenant's event with this id; undefined if there is none, or if the id belongs to a change that emitted nothing. */
export async function lookUpEvent(
  app: CoreApp,
  tenant: string,
  id: string,
): Promise<EventRecord | undefined> {
  const item = await app.table.get(key.event(tenant, id), { consistent: true });
  const event = item?.state === undefined ? undefined : eventFrom(tenant, item);
  return event && isKept(event, app.clock()) ? event : undefined;
}

/** Parses an event; attributes with default values are not stored. Throws Unreadable. */
export function eventFrom(tenant: string, item: Item): EventRecord {
  const of = fieldsOf(item);
  const delivered = of.part('delivered');
  const snapshot = snapshotFrom(of.requiredPart('snapshot'));
  const committedAt = of.number('committedAt');
  const attempt = of.number('attempt');
  const transactionId = of.textOrNull('transactionId');
  return {
    tenant,
    id: eventIdIn(item),
    subscriberId: snapshot.subscriptionId,
    sequence: of.number('sequence'),
    committedAt,
    cause: of.text('cause'),
    type: of.oneOf('type', EVENT_TYPES),
    subtype: of.oneOfOrNull('subtype', EVENT_SUBTYPES),
    at: of.number('at'),
    from: of.textOrNull('from'),
    to: of.text('to'),
    snapshot,
    channel: of.oneOfOrNull('channel', CHANNELS) ?? 'webhook',
    state: of.oneOf('state', DELIVERY_STATES),
    attempt,
    lastAttempt: of.numberOrNull('lastAttempt') ?? WEBHOOK.attemptsMax,
    nextAt: of.numberOrNull('nextAt') ?? committedAt,
    lease: of.numberOrNull('lease') ?? 0,
    transactionId,
    delivered: delivered && { attempt, transactionId: transactionId ?? '', ...resultFrom(delivered) },
    listed: listedIn(of.textOrNull(LIST_INDEXES.eventsByState.list)),
    replay: of.textOrNull('replay'),
    ttl: of.number('ttl'),
  };
}

/** Parses an attempt. Throws Unreadable. */
export function attemptFrom(of: Fields): AttemptRecord {
  return { attempt: of.number('attempt'), transactionId: of.text('transactionId'), ...resultFrom(of) };
}

/** The result of an attempt. */
function resultFrom(of: Fields): Omit<AttemptRecord, 'attempt' | 'transactionId'> {
  return {
    signedAt: of.number('signedAt'),
    endedAt: of.number('endedAt'),
    tookMs: of.number('tookMs'),
    status: of.numberOrNull('status'),
    why: of.textOrNull('why'),
    answer: of.textOrNull('answer'),
  };
}

/** The state in the name of a list of events. */
function listedIn(name: string | null): ListedState | null {
  const state = name === null ? undefined : partsOf(name)[2];
  return LISTED_STATES.find((one) => one === state) ?? null;
}

function snapshotFrom(of: Fields): EventSnapshot {
  const customer = of.requiredPart('customer');
  return {
    subscriptionId: of.text('subscriptionId'),
    payReference: of.text('payReference'),
    customerReference: of.text('customerReference'),
    planReference: of.text('planReference'),
    planName: of.text('planName'),
    status: of.text('status'),
    graceDays: of.numberOrNull('graceDays'),
    firstStart: of.numberOrNull('firstStart'),
    periodStart: of.numberOrNull('periodStart'),
    periodEnd: of.numberOrNull('periodEnd'),
    customer: {
      id: customer.text('id'),
      email: customer.text('email'),
      name: customer.text('name'),
      surname: customer.text('surname'),
    },
  };
}

/** Each claim raises the attempt, so state and attempt identify one version of an event. */
export function unchangedSinceRead({ state, attempt }: EventRecord): Condition {
  return [
    { attribute: 'state', is: state },
    { attribute: 'attempt', is: attempt },
  ];
}

/** Whether an event's 90 days are not over: the table deletes it some time afterwards, and until then nobody sees it. */
export const isKept = ({ ttl }: Pick<EventRecord, 'ttl'>, now: number) => ttl * 1000 > now;

/** The time to live (epoch seconds) of an event's items written now. */
export function eventTtl(now: number): number {
  return Math.ceil((now + WEBHOOK.retentionMs) / 1000);
}
