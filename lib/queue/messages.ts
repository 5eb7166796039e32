import type { Message } from '../app.ts';
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
