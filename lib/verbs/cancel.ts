import type { SubscriberRef } from '../billing/identifiers.ts';
import type { CancelWhy, Subscription } from '../billing/subscription.ts';
import { CUSTOMER_SHARES } from '../limits.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { cancel as cancelSubscription } from '../subscriptions/cancel.ts';
import type { WithKept } from '../text/kept-text.ts';
import { verb } from './verb.ts';

/** Whose subscription to cancel, and why. */
export interface CancelAsked {
  readonly ref: SubscriberRef;
  readonly why: WithKept<CancelWhy, 'comment'>;
}

/** Cancels at the end of the paid period. Throws what `cancel` throws. */
export const cancel = verb<SubscriptionApp, CancelAsked, Subscription>({
  route: 'subscribers/cancel',
  needs: 'subscribers',
  name: 'cancel',
  customers: 'cancel',
  share: { ...CUSTOMER_SHARES.acts, counts: 'customers' },
  sentAgain: 'once',
  saidAlong: ['reason', 'comment'],
  run: ({ app, since }, { ref, why }) => cancelSubscription(app, ref, since, why),
});
