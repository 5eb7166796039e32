import type { Message } from '../app.ts';
import { DUE_SHARDS } from '../limits.ts';
import { DUE_KINDS, type DueKind } from '../table/schema.ts';
import { Malformed } from './batch.ts';
import type { DeliveryMessage, EventRecord } from '../table/events.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads a message of the deliveries queue. Throws Malformed. */
export function deliveryMessageFrom(body: unknown): DeliveryMessage {
  const { tenantId, eventId, attempt } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof tenantId !== 'string' || tenantId === '') throw new Malformed('names no tenant');
  if (typeof eventId !== 'string' || !UUID.test(eventId)) throw new Malformed('names no event');
  if (!Number.isSafeInteger(attempt) || Number(attempt) < 1) throw new Malformed('names no attempt');
  return { tenantId, eventId, attempt: Number(attempt) };
}

/** The message that has an event's next attempt made. */
export function nextAttempt({ tenant, id, attempt }: EventRecord, delaySeconds?: number): Message {
  const body = { tenantId: tenant, eventId: id, attempt: attempt + 1 } satisfies DeliveryMessage;
  return { body, group: tenant, ...(delaySeconds !== undefined && { delaySeconds }) };
}

/** What travels in the queue of sweeps: one kind and shard of what is due is to be handed out. */
export interface SweepMessage {
  readonly kind: DueKind;
  readonly shard: number;
  /** When the schedule began the round it belongs to (epoch ms). */
  readonly startedAt: number;
  readonly requestId: string;
}

/** Reads a message of the queue of sweeps. Throws Malformed. */
export function sweepMessageFrom(body: unknown): SweepMessage {
  const { kind, shard, startedAt, requestId } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const known = DUE_KINDS.find((one) => one === kind);
  if (known === undefined) throw new Malformed('names no known kind');
  const isShard = Number.isSafeInteger(shard) && Number(shard) >= 0 && Number(shard) < DUE_SHARDS;
  if (!isShard) throw new Malformed('names no shard');
  if (!Number.isSafeInteger(startedAt)) throw new Malformed('names no start');
  return {
    kind: known,
    shard: Number(shard),
    startedAt: Number(startedAt),
    requestId: requestIdOf(requestId),
  };
}

const requestIdOf = (given: unknown) => (typeof given === 'string' ? given : '');
