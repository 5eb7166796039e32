import * as z from 'zod/mini';
import {
  EVENT_SUBTYPES,
  EVENT_TYPES,
  type EventSnapshot,
  type EventType,
  type SubscriptionEvent,
} from '../billing/events.ts';
import { WEBHOOK } from '../limits.ts';
import { named, open, said, type Told } from './shape.ts';

const unixSecondsOf = (what: string) => said(z.int(), `${what} Unix time in seconds.`);

/** The shape of a delivery's body. */
export const webhookPayloadShape = named(
  'WebhookPayload',
  z.strictObject({
    notificationType: open(said(z.enum(EVENT_TYPES), 'Ignore others: they may be added.')),
    subtype: z.optional(open(said(z.enum(EVENT_SUBTYPES), 'Ignore others: they may be added.'))),
    eventId: said(z.string(), 'The same on every attempt: keep it, and take an event once.'),
    transactionId: said(z.string(), 'New on every attempt.'),
    attempt: said(z.int(), 'From 1 to 11; a replay continues the count.'),
    purchaseDate: unixSecondsOf('When it happened at the payment provider.'),
    signedDate: said(z.int(), 'When this attempt was signed. Unix time in milliseconds.'),
    version: z.literal('2.0'),
    data: z.strictObject({
      subscriptionId: z.string(),
      subscriptionReference: z.string(),
      customerReference: z.string(),
      planReference: z.string(),
      status: z.string(),
      grace_period: said(
        z.optional(z.nullable(z.int())),
        "The plan's days of grace, with DID_RENEW and DID_FAIL_TO_RENEW.",
      ),
      subscriptionFirstStartDate: z.optional(unixSecondsOf('When it first began.')),
      periodStart: z.optional(unixSecondsOf('Beginning of the period.')),
      periodEnd: z.optional(unixSecondsOf('Its end, which is the next renewal.')),
      customer: z.optional(
        z.strictObject({
          id: z.string(),
          email: z.string(),
          name: z.optional(z.string()),
          surname: z.optional(z.string()),
        }),
      ),
    }),
  }),
);

/** The fields that a delivery adds to its event. `signedAt` is epoch ms. */
export interface Delivery {
  readonly eventId: string;
  readonly transactionId: string;
  readonly attempt: number;
  /** Numbers a subscriber's events, from 1. */
  readonly sequence: number;
  readonly signedAt: number;
}

/** `sha256=` and hex HMAC: with the current secret and, during a rotation, with the next one. */
export interface Signatures {
  readonly current: string;
  readonly next: string | null;
}

/** What is signed of a delivery's headers: those that its body does not repeat, bound to the body by id and signed date. */
export function signedHeaders({ eventId, sequence, isTest, signedAt }: DeliveryHeaders): string {
  return `${eventId}.${sequence}.${isTest}.${signedAt}`;
}

/** What a delivery's headers say. */
export interface DeliveryHeaders extends Pick<
  Delivery,
  'eventId' | 'transactionId' | 'sequence' | 'signedAt'
> {
  /** Sent by POST /account/webhook/test. */
  readonly isTest: boolean;
}

const TYPES_WITH_GRACE: readonly EventType[] = ['DID_RENEW', 'DID_FAIL_TO_RENEW'];

/** The body of a webhook, version 2.0: exactly the fields of the specification. */
export function webhookPayload(
  event: SubscriptionEvent,
  delivery: Omit<Delivery, 'sequence'>,
): Told<typeof webhookPayloadShape> {
  return {
    notificationType: event.type,
    ...(event.subtype !== null && { subtype: event.subtype }),
    eventId: delivery.eventId,
    transactionId: delivery.transactionId,
    attempt: delivery.attempt,
    purchaseDate: unixSeconds(event.at),
    signedDate: delivery.signedAt,
    version: WEBHOOK.version,
    data: webhookData(event.snapshot, TYPES_WITH_GRACE.includes(event.type)),
  };
}

function webhookData(snapshot: EventSnapshot, hasGrace: boolean) {
  const { firstStart, periodStart, periodEnd, customer } = snapshot;
  return {
    subscriptionId: snapshot.subscriptionId,
    subscriptionReference: snapshot.payReference,
    customerReference: snapshot.customerReference,
    planReference: snapshot.planReference,
    status: snapshot.status,
    ...(hasGrace && { grace_period: snapshot.graceDays }),
    ...(firstStart !== null && { subscriptionFirstStartDate: unixSeconds(firstStart) }),
    ...(periodStart !== null && { periodStart: unixSeconds(periodStart) }),
    ...(periodEnd !== null && { periodEnd: unixSeconds(periodEnd) }),
    customer: { id: customer.id, email: customer.email, name: customer.name, surname: customer.surname },
  };
}

/** The headers of a webhook delivery, signatures included. */
export function webhookHeaders(
  event: Pick<SubscriptionEvent, 'type'>,
  delivery: DeliveryHeaders,
  signatures: { readonly body: Signatures; readonly headers: Signatures },
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    ...signatureHeaders('X-Svc-Signature', signatures.body),
    ...signatureHeaders('X-Svc-Signature-Meta', signatures.headers),
    'X-Svc-Event': event.type,
    'X-Svc-Event-ID': delivery.eventId,
    'X-Svc-Transaction-ID': delivery.transactionId,
    'X-Svc-Sequence': String(delivery.sequence),
    ...(delivery.isTest && { 'X-Svc-Test': 'true' }),
  };
}

function signatureHeaders(name: string, { current, next }: Signatures): Record<string, string> {
  return { [name]: current, ...(next !== null && { [`${name}-Next`]: next }) };
}

function unixSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
