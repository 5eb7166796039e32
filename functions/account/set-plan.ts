import { orSettingsRefused } from '../../lib/account/settings-refused.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { findPlan } from '../../lib/table/subscribers/plans.ts';
import { setPlan } from '../../lib/verbs/set-plan.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { ownPlanAnswer, planSettingsInput } from '../../lib/wire/plans.ts';
import { accountSetPlan } from '../../lib/rows.ts';

/** PUT /account/plans: sets what only we know of a plan. */
export const create = endpoint(accountSetPlan, {
  input: ({ body }) => planSettingsInput(body),
  run: async ({ input: { ref, fields }, ...call }) => {
    const { id: plan } = await findPlan(call.app, call.tenant.id, ref);
    return ownPlanAnswer(await orSettingsRefused(() => byKey(setPlan, call, { plan, fields })));
  },
});

export const handler = create(live);
