import type { CoreApp } from '../app.ts';
import { EVENT_SUBTYPES, EVENT_TYPES } from '../billing/events.ts';
import type { EventSnapshot, SubscriptionEvent } from '../billing/events.ts';
import { WEBHOOK } from '../limits.ts';
import { fieldsOf, type Fields } from './fields.ts';
import { LIST_INDEXES, type ListedState } from './list-indexes.ts';
import { eventIdIn, partsOf } from './key-parts.ts';
import { key } from './schema.ts';
import type { Item } from './table.ts';

const CHANNELS = ['webhook', 'chat'] as const;
/** Where an event is sent: the tenant's webhook, or its team chat. */
export type Channel = (typeof CHANNELS)[number];

const DELIVERY_STATES = ['WAITING', 'TRYING', 'DELIVERED', 'EXHAUSTED', 'SKIPPED'] as const;
const LISTED_STATES = ['PENDING', 'EXHAUSTED', 'SKIPPED'] as const satisfies readonly ListedState[];

/**
 * How the delivery of an event stands. WAITING: attempt + 1 is due at `nextAt`. TRYING: `attempt` is under way until
 * `lease`. DELIVERED, EXHAUSTED (all attempts failed) and SKIPPED (no address at the time) are final.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States that are final: only a replay begins anew. */
export const ENDED_STATES = ['DELIVERED', 'EXHAUSTED', 'SKIPPED'] as const satisfies readonly DeliveryState[];
/** How a delivery can end. */
export type EndedState = (typeof ENDED_STATES)[number];

/** A state as tenants see it: whether an attempt is under way or comes next makes no difference to them. */
export type EventState = 'PENDING' | EndedState;

/** An event of a subscription together with its delivery to one channel. */
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

/** The state of a delivery as the API names it: both states that are not final are PENDING. */
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
  return item?.state === undefined ? undefined : eventFrom(tenant, item);
}

/** Reads an event, from which is left out what goes without saying. Throws Unreadable where it is not a whole one. */
export function eventFrom(tenant: string, item: Item): EventRecord {
  const of = fieldsOf(item);
  const delivered = of.part('delivered');
  const snapshot = snapshotFrom(of.must('snapshot'));
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

/** Throws Unreadable where it is not a whole attempt. */
export function attemptFrom(of: Fields): AttemptRecord {
  return { attempt: of.number('attempt'), transactionId: of.text('transactionId'), ...resultFrom(of) };
}

/** What came of an attempt, whichever it was. */
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

/** The state that a list of events is of. */
function listedIn(name: string | null): ListedState | null {
  const state = name === null ? undefined : partsOf(name)[2];
  return LISTED_STATES.find((one) => one === state) ?? null;
}

function snapshotFrom(of: Fields): EventSnapshot {
  const customer = of.must('customer');
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

/** Time to live (epoch seconds) of what is kept of an event from now on. */
export function eventTtl(now: number): number {
  return Math.ceil((now + WEBHOOK.retentionMs) / 1000);
}
