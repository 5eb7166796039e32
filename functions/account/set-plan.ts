import { setPlan } from '../../lib/account/plans.ts';
import { orSettingsRefused } from '../../lib/account/settings-refused.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { findPlan } from '../../lib/table/subscribers/plans.ts';
import { ownPlanAnswer, planSettingsInput } from '../../lib/wire/plans.ts';

/** PUT /account/plans: sets what only we know of a plan. */
export const create = endpoint('account/set-plan', {
  input: ({ body }) => planSettingsInput(body),
  run: async ({ app, tenant, input: { ref, fields } }) => {
    const { id } = await findPlan(app, tenant.id, ref);
    return ownPlanAnswer(await orSettingsRefused(() => setPlan(app, tenant.id, id, fields)));
  },
});

export const handler = create(live);
