import type { SubscriberRef } from '../billing/identifiers.ts';
import { CUSTOMER_SHARES } from '../limits.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { correctCustomer as correct } from '../subscriptions/correct-customer.ts';
import { verb } from './verb.ts';

/** Whose documents are made out to whom from now on. */
export interface CorrectionAsked {
  readonly ref: SubscriberRef;
  readonly correction: Parameters<typeof correct>[2];
}

/** Corrects who a subscription's documents are made out to. Throws what `correctCustomer` throws. */
export const correctCustomer = verb<SubscriptionApp, CorrectionAsked, Awaited<ReturnType<typeof correct>>>({
  route: 'subscribers/correct-customer',
  needs: 'subscribers',
  name: 'correct-customer',
  customers: 'always',
  share: { ...CUSTOMER_SHARES.acts, counts: 'customers' },
  sentAgain: 'once',
  run: ({ app, idempotencyKey }, { ref, correction }) => correct(app, ref, correction, idempotencyKey),
});
