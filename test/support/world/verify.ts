import { createHmac } from 'node:crypto';
import { webhookDeviation } from './contract.ts';
import type { Arrival } from './receiver.ts';

/** What a receiver finds in a delivery once it has checked it by the specification alone. */
export interface ReceivedEvent {
  readonly type: string;
  readonly subtype: string | undefined;
  readonly attempt: number;
  readonly eventId: string;
  readonly at: number;
  readonly data: Record<string, unknown>;
  readonly payload: Record<string, unknown>;
  readonly arrival: Arrival;
}

/** Reads a delivery as a tenant's receiver would: signature over the raw body first, then headers against the body. */
export function verifiedDelivery(arrival: Arrival, secret: string): ReceivedEvent {
  const { headers, body } = arrival;
  const wanted = `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;
  if (headers['x-svc-signature'] !== wanted) throw new Error('a delivery with a wrong signature');
  const payload = JSON.parse(body) as Record<string, unknown>;
  const same =
    headers['x-svc-event'] === payload.notificationType &&
    headers['x-svc-event-id'] === payload.eventId &&
    headers['x-svc-transaction-id'] === payload.transactionId &&
    headers['content-type'] === 'application/json';
  if (!same) throw new Error('a delivery whose headers do not fit its body');
  const deviates = webhookDeviation(payload);
  if (deviates !== undefined) throw new Error(`a delivery against its description: ${deviates}`);
  return {
    type: String(payload.notificationType),
    subtype: payload.subtype as string | undefined,
    attempt: Number(payload.attempt),
    eventId: String(payload.eventId),
    at: Number(payload.purchaseDate),
    data: payload.data as Record<string, unknown>,
    payload,
    arrival,
  };
}
