import { syncPlans as sync } from '../account/plan-sync.ts';
import type { PayApp } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Takes the plans over from the payment provider. Throws what `syncPlans` throws. */
export const syncPlans = accountVerb({
  route: 'plans/sync',
  needs: 'connections',
  name: 'sync-plans',
  run: ({ app }: VerbCall<PayApp>, _nothing: undefined) => sync(app),
});
