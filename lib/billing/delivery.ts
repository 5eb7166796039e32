import { WEBHOOK } from '../limits.ts';
import { number, oneOf, orElse, orNull, part, record, text, type TypeOf } from '../record.ts';
import { SUBSCRIPTION_EVENT } from './events.ts';
import { CAUSE } from './timeline.ts';

/** The channels of events. */
export const CHANNELS = ['webhook', 'chat'] as const;
/** Where an event is sent: the tenant's webhook, or its team chat. */
export type Channel = (typeof CHANNELS)[number];

/** The states of a delivery. */
export const DELIVERY_STATES = ['WAITING', 'TRYING', 'DELIVERED', 'EXHAUSTED', 'SKIPPED'] as const;
/** The listed states: events that ended undelivered, or that wait beyond their first attempt. */
export const LISTED_STATES = ['PENDING', 'EXHAUSTED', 'SKIPPED'] as const;
/** A state under which events are listed. */
export type ListedState = (typeof LISTED_STATES)[number];

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

const RESULT = part({
  signedAt: number,
  endedAt: number,
  tookMs: number,
  status: orNull(number),
  why: orNull(text),
  /** The beginning of the response body. */
  answer: orNull(text),
});

/** The result of one attempt: the receiver's status, or why there was none. */
export const ATTEMPT = record('attempt', { attempt: number, transactionId: text, ...RESULT.members });
/** Such a result. */
export type AttemptRecord = TypeOf<typeof ATTEMPT>;

/** An event of a subscription with its delivery to one channel; what is missing of the delivery has not begun. */
export const EVENT = record('event', {
  ...SUBSCRIPTION_EVENT.members,
  causedBy: CAUSE,
  /** Its number among its subscriber's events, from 1. */
  sequence: number,
  /** When its change was committed, epoch ms. */
  committedAt: number,
  channel: orElse(oneOf(CHANNELS), 'webhook'),
  state: oneOf(DELIVERY_STATES),
  /** The last attempt that began; 0 before the first, which is stored to compare with. */
  attempt: number,
  /** The last attempt that may be made; a replay raises it. */
  lastAttempt: orElse(number, WEBHOOK.attemptsMax),
  /** When the next attempt is due; null for the first, which is due at once. */
  nextAt: orNull(number),
  lease: orElse(number, 0),
  transactionId: orNull(text),
  /**
   * The successful attempt, which the event identifies. Failed attempts are separate items, so a delivery at the first
   * attempt needs no second item.
   */
  delivered: orNull(RESULT),
  /** The bulk replay that restarted it last. */
  replay: orNull(text),
  /** Time to live, epoch seconds. */
  ttl: number,
});
type StoredEvent = TypeOf<typeof EVENT>;

/** An event of a subscription with its delivery to one channel, and where it stands. */
export interface EventRecord extends Omit<StoredEvent, 'causedBy' | 'delivered' | 'nextAt'> {
  readonly tenant: string;
  readonly id: string;
  readonly subscriberId: string;
  readonly nextAt: number;
  readonly delivered: AttemptRecord | null;
  /** The state under which it is listed; null if only the feed has it. */
  readonly listed: ListedState | null;
}

/** An event with our attempt in progress. */
export interface ClaimedEvent extends EventRecord {
  readonly transactionId: string;
  /** When the attempt began, epoch ms: the time in its signature. */
  readonly signedAt: number;
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

/** The outcome of one request to a tenant's address. `answered` has the HTTP status; a failure is an outcome too. */
export type PostOutcome =
  | { readonly is: 'answered'; readonly status: number; readonly body: string; readonly tookMs: number }
  | { readonly is: 'failed'; readonly why: string; readonly tookMs: number };

/** Whether a receiver accepted what was sent: any 2xx. */
export function isSuccess(outcome: PostOutcome): boolean {
  return outcome.is === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}
