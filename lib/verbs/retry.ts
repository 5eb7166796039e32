import type { SubscriberRef } from '../billing/identifiers.ts';
import { CUSTOMER_SHARES } from '../limits.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { retryPayment } from '../subscriptions/retry-payment.ts';
import { verb } from './verb.ts';

/** Has a failed renewal charged again now. Throws what `retryPayment` throws, whose limits of tries hold for whoever asks. */
export const retry = verb<SubscriptionApp, SubscriberRef, Awaited<ReturnType<typeof retryPayment>>>({
  route: 'subscribers/retry-payment',
  needs: 'subscribers',
  name: 'retry',
  customers: 'card',
  share: { ...CUSTOMER_SHARES.acts, counts: 'customers' },
  sentAgain: 'once',
  run: ({ app, since }, ref) => retryPayment(app, ref, since),
});
