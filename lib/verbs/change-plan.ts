import { CUSTOMER_SHARES } from '../limits.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { changePlan as changeSubscribersPlan } from '../subscriptions/change-plan.ts';
import { verb } from './verb.ts';

type Change = typeof changeSubscribersPlan;

/** Moves a subscriber to another plan. Throws what `changePlan` throws. */
export const changePlan = verb<SubscriptionApp, Parameters<Change>[1], Awaited<ReturnType<Change>>>({
  route: 'subscribers/change-plan',
  needs: 'subscribers',
  name: 'change-plan',
  customers: 'plan',
  share: { ...CUSTOMER_SHARES.acts, counts: 'customers' },
  sentAgain: 'once',
  run: ({ app, since }, asked) => changeSubscribersPlan(app, asked, since),
});
