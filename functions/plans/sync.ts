import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { syncPlans } from '../../lib/verbs/sync-plans.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { syncAnswer } from '../../lib/wire/plans.ts';
import { plansSync } from '../../lib/rows.ts';

/** POST /plans/sync: takes over the provider's products and plans now. */
export const create = endpoint(plansSync, {
  input: () => undefined,
  run: async (call) => syncAnswer(await byKey(syncPlans, call, undefined)),
});

export const handler = create(live);
