import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { plansOf } from '../../lib/table/subscribers/plans.ts';
import { ownPlansAnswer, plansInput } from '../../lib/wire/plans.ts';
import { accountListPlans } from '../../lib/rows.ts';

/** GET /account/plans: all plans, retired ones too, with what only we know of them. */
export const create = endpoint(accountListPlans, {
  input: ({ query }) => plansInput(query),
  run: async ({ app, tenant, input }) => {
    const all = await plansOf(app, tenant.id, { consistent: true });
    const { productReference: product } = input;
    const asked = product === undefined ? all : all.filter((plan) => plan.productReference === product);
    return ownPlansAnswer(asked, input);
  },
});

export const handler = create(live);
