import { type EventRecord, type DeliveryStatus, type PostOutcome, isSuccess } from '../billing/delivery.ts';
import type { Message } from '../runtime/app.ts';
import { messageOf } from '../queue/messages.ts';
import { SWEEP_GRACE_MS, WEBHOOK } from '../limits.ts';

type Attempts = Pick<EventRecord, 'attempt' | 'lastAttempt'>;
type Progress = Pick<EventRecord, 'state' | 'attempt' | 'lastAttempt' | 'nextAt' | 'lease'>;

/** The status after an attempt that ended at `endedAt` (epoch ms): final, or retried 60 seconds later. */
export function statusAfter(record: Attempts, outcome: PostOutcome, endedAt: number): DeliveryStatus {
  if (isSuccess(outcome)) return { state: 'DELIVERED' };
  if (record.attempt >= record.lastAttempt) return { state: 'EXHAUSTED' };
  return { state: 'WAITING', nextAt: endedAt + WEBHOOK.retryAfterMs };
}

/** Whether a message's attempt is the next one, and no other can be in progress. Late and duplicate messages are not. */
export function isClaimable(record: Progress, attempt: number, now: number): boolean {
  if (attempt !== record.attempt + 1 || attempt > record.lastAttempt) return false;
  return record.state === 'WAITING' || leaseExpired(record, now);
}

/** What the sweep does with a due event. An attempt whose lease expired is spent: the receiver may have seen it. */
export function sweepAction(record: Progress, now: number): 'leave' | 'send' | 'exhaust' {
  if (record.state !== 'WAITING' && !leaseExpired(record, now)) return 'leave';
  if (record.attempt >= record.lastAttempt) return 'exhaust';
  const since = record.state === 'WAITING' ? record.nextAt : record.lease;
  return now - since > SWEEP_GRACE_MS ? 'send' : 'leave';
}

function leaseExpired({ state, lease }: Progress, now: number): boolean {
  return state === 'TRYING' && lease <= now;
}

/** The message for an event's next attempt. */
export function nextAttempt({ tenant, id, attempt }: EventRecord, delaySeconds?: number): Message {
  return messageOf({ tenantId: tenant, eventId: id, attempt: attempt + 1 }, delaySeconds);
}
