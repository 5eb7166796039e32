import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { plansOf } from '../../lib/table/subscribers/plans.ts';
import { plansAnswer, plansInput } from '../../lib/wire/plans.ts';
import { plansList } from '../../lib/rows.ts';

/** GET /plans/list: the tenant's active plans, newest first. */
export const create = endpoint(plansList, {
  input: ({ query }) => plansInput(query),
  run: async ({ app, tenant, input }) => {
    const { productReference } = input;
    const plans = await plansOf(app, tenant.id);
    const listed = plans.filter(
      (plan) => plan.active && (productReference === undefined || plan.productReference === productReference),
    );
    return plansAnswer(listed, input);
  },
});

export const handler = create(live);
