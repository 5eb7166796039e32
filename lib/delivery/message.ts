import * as z from 'zod/mini';
import type { Message } from '../app.ts';
import { Malformed } from '../queue/batch.ts';
import type { DeliveryMessage, EventRecord } from '../table/events.ts';

const schema = z.object({
  tenantId: z.string().check(z.minLength(1)),
  eventId: z.uuid(),
  attempt: z.int().check(z.gte(1)),
});

/** Reads a message of the deliveries queue. Throws Malformed. */
export function deliveryMessageFrom(body: unknown): DeliveryMessage {
  const read = schema.safeParse(body);
  if (!read.success) throw new Malformed('not a delivery message');
  return read.data;
}

/** The message that has an event's next attempt made. */
export function nextAttempt({ tenant, id, attempt }: EventRecord, delaySeconds?: number): Message {
  const body = { tenantId: tenant, eventId: id, attempt: attempt + 1 } satisfies DeliveryMessage;
  return { body, group: tenant, ...(delaySeconds !== undefined && { delaySeconds }) };
}
