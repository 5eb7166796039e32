import { syncPlans as sync } from '../account/plan-sync.ts';
import type { PayApp } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';
import { plansSync } from '../rows.ts';

/** Takes the plans over from the payment provider. Throws what `syncPlans` throws. */
export const syncPlans = accountVerb(plansSync, {
  name: 'sync-plans',
  run: ({ app, tenant }: VerbCall<PayApp>, _nothing: undefined) => sync(app, tenant.id),
});
