import type { PostOutcome } from '../runtime/app.ts';
import type { EventSnapshot, EventType, SubscriptionEvent } from '../billing/events.ts';
import { WEBHOOK } from '../limits.ts';

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

const TYPES_WITH_GRACE: readonly EventType[] = ['DID_RENEW', 'DID_FAIL_TO_RENEW'];

/** Whether a receiver accepted what was sent: any 2xx. */
export function isSuccess(outcome: PostOutcome): boolean {
  return outcome.is === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

/** The body of a webhook, version 2.0: exactly the fields of the specification. */
export function webhookPayload(event: SubscriptionEvent, delivery: Omit<Delivery, 'sequence'>) {
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
  delivery: Pick<Delivery, 'eventId' | 'transactionId' | 'sequence'>,
  signatures: Signatures,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Svc-Signature': signatures.current,
    ...(signatures.next !== null && { 'X-Svc-Signature-Next': signatures.next }),
    'X-Svc-Event': event.type,
    'X-Svc-Event-ID': delivery.eventId,
    'X-Svc-Transaction-ID': delivery.transactionId,
    'X-Svc-Sequence': String(delivery.sequence),
  };
}

function unixSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
