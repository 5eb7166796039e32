import type { CoreApp } from '../app.ts';
import type { SubscriptionEvent } from '../billing/events.ts';
import { WEBHOOK } from '../limits.ts';
import { key } from './schema.ts';
import type { Item } from './table.ts';

/** Where an event is told: the tenant's webhook, or its team chat. */
export type Channel = 'webhook' | 'chat';

/**
 * How the delivery of an event stands. WAITING: attempt + 1 is due at `nextAt`. TRYING: `attempt` is under way until
 * `lease`. DELIVERED, EXHAUSTED (all attempts failed) and SKIPPED (no address at the time) are final.
 */
export type DeliveryState = 'WAITING' | 'TRYING' | 'DELIVERED' | 'EXHAUSTED' | 'SKIPPED';

export interface EventRecord extends SubscriptionEvent {
  /** Its number among the events of its subscriber, from 1. */
  readonly sequence: number;
  /** When the change it tells of was committed, epoch ms. */
  readonly committedAt: number;
  readonly tenant: string;
  readonly id: string;
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

export async function lookUpEvent(
  app: CoreApp,
  tenant: string,
  id: string,
): Promise<EventRecord | undefined> {
  const item = await app.table.get(key.event(tenant, id), { consistent: true });
  return item && eventFrom(tenant, id, item);
}

export function eventFrom(tenant: string, id: string, item: Item): EventRecord {
  const stored = item as unknown as EventRecord;
  const { cause, type, subtype, at, from, to, snapshot, channel, sequence, committedAt } = stored;
  const { state, attempt, lastAttempt, nextAt, lease, transactionId, delivered } = stored;
  const event = { cause, type, subtype, at, from, to, snapshot, channel, sequence, committedAt };
  return { tenant, id, ...event, state, attempt, lastAttempt, nextAt, lease, transactionId, delivered };
}

/** Time to live (epoch seconds) of what is kept of an event from now on. */
export function keptUntil(now: number): number {
  return Math.ceil((now + WEBHOOK.keptMs) / 1000);
}
