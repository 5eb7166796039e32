import * as z from 'zod/mini';
import { svcIdOf, type SubscriberRef } from '../billing/identifiers.ts';
import type { Subscription } from '../billing/subscription.ts';
import { changeMessage, subscriberRefIn } from './identifiers.ts';
import { bodyOrQuery, optional, reference, sought } from './read.ts';
import { iso } from './time.ts';

/** Body of DELETE /subscribers and of POST /subscribers/undo-cancel. */
export const cancelBody = z.object({
  'pay-subscriber-reference-code': optional(reference()),
  'svc-id': optional(sought()),
});

/** Reads the body of POST /subscribers/undo-cancel; of DELETE /subscribers also the query. */
export function cancelInput(body: unknown, query: unknown = {}): SubscriberRef {
  return subscriberRefIn(bodyOrQuery(cancelBody, body, query));
}

/** Answer of both: the state of the cancellation. `asked` is the identifier that the caller used. */
export function cancellationAnswer(message: string, subscription: Subscription, asked: 'pay' | 'svc') {
  const { cancellation } = subscription;
  const by = cancellation?.by ?? asked;
  return {
    status: 'success',
    message: changeMessage(message, by),
    data: {
      id: subscription.id,
      svcId: svcIdOf('subscription', subscription.id),
      payReference: subscription.payReference,
      status: subscription.status,
      cancelAtPeriodEnd: cancellation !== null,
      cancelledAt: iso(cancellation?.at ?? null),
      accessUntil: iso(cancellation ? cancellation.accessUntil : subscription.periodEnd),
      syncedWithPay: by === 'pay',
    },
  };
}
