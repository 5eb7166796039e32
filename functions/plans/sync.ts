import { syncPlans } from '../../lib/account/plan-sync.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { syncAnswer } from '../../lib/wire/plans.ts';

/** POST /plans/sync: takes over the provider's products and plans now. */
export const create = endpoint('plans/sync', {
  input: () => undefined,
  run: async ({ app, tenant }) => syncAnswer(await syncPlans(app, tenant.id)),
});

export const handler = create(live);
