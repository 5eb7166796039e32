import type { SubscriberRef } from '../billing/identifiers.ts';
import type { Subscription } from '../billing/subscription.ts';
import { CUSTOMER_SHARES } from '../limits.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { undoCancel } from '../subscriptions/undo-cancel.ts';
import { verb } from './verb.ts';

/** Undoes a cancellation. Throws what `undoCancel` throws. */
export const undo = verb<SubscriptionApp, SubscriberRef, Subscription>({
  route: 'subscribers/undo-cancel',
  needs: 'subscribers',
  name: 'undo',
  customers: 'cancel',
  share: { ...CUSTOMER_SHARES.acts, counts: 'customers' },
  sentAgain: 'once',
  run: ({ app, since }, ref) => undoCancel(app, ref, since),
});
